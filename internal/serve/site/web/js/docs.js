// Adds to the examples of the documentation: a button that copies one, and a key of one's
// own filled in, which was typed here or has just been made on the page of keys. The key
// stays in this tab of the browser and is sent nowhere from here.

const store = 'kinodex.key';
const examples = [...document.querySelectorAll('pre[data-snippet]')].map((pre) => ({ pre, code: pre.querySelector('code'), text: pre.textContent }));

// withKey returns an example with the key in place of the environment's variable.
function withKey(text, key) {
  if (!/^[A-Za-z0-9_]+$/.test(key)) return text;
  return text
    .replaceAll('"X-API-Key: $KINODEX_KEY"', `'X-API-Key: ${key}'`)
    .replaceAll('process.env.KINODEX_KEY ?? ""', `"${key}"`)
    .replaceAll('os.environ["KINODEX_KEY"]', `"${key}"`)
    .replaceAll('os.Getenv("KINODEX_KEY")', `"${key}"`);
}

function fill(key) {
  for (const e of examples) e.code.textContent = withKey(e.text, key);
}

for (const e of examples) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(e.code.textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  if (navigator.clipboard) e.pre.after(button);
}

const made = document.querySelector('[data-new-key]');
if (made) sessionStorage.setItem(store, made.textContent.trim());

const note = document.querySelector('[data-key-note]');
if (note) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  label.append('Or fill in a key, kept in this tab only: ', input);
  input.id = input.name = 'docs-key';
  input.type = 'password';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.value = sessionStorage.getItem(store) ?? '';
  input.addEventListener('input', () => {
    const key = input.value.trim();
    if (key) sessionStorage.setItem(store, key);
    else sessionStorage.removeItem(store);
    fill(key);
  });
  const line = document.createElement('p');
  line.append(label);
  note.after(line);
  fill(input.value);
}
