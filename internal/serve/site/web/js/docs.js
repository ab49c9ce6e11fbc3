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

// fill writes the key into all examples but those that the console writes itself.
function fill(key) {
  for (const e of examples) if (!('live' in e.pre.dataset)) e.code.textContent = withKey(e.text, key);
}

for (const e of examples) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second slim';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy: ${e.pre.getAttribute('aria-label')}`);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(e.code.textContent);
    document.dispatchEvent(new CustomEvent('toast', { detail: 'Copied' }));
  });
  if (navigator.clipboard) e.pre.after(button);
}

const made = document.querySelector('[data-new-key]');
if (made) sessionStorage.setItem(store, made.textContent.trim());

// field adds a field for the key to a note.
function field(note) {
  const label = document.createElement('label');
  const input = document.createElement('input');
  label.append('Or fill in a key, kept in this tab only: ', input);
  input.id = 'docs-key';
  input.type = 'password';
  input.autocomplete = 'off';
  input.spellcheck = false;
  const line = document.createElement('p');
  line.append(label);
  note.after(line);
  return input;
}

// The console has a field of its own, which may begin with the published key.
const note = document.querySelector('[data-key-note]');
const input = document.querySelector('[data-key]') ?? (note && field(note));
if (input) {
  input.value = sessionStorage.getItem(store) ?? input.defaultValue;
  input.addEventListener('input', () => {
    const key = input.value.trim();
    if (key && key !== input.defaultValue) sessionStorage.setItem(store, key);
    else sessionStorage.removeItem(store);
    fill(key);
  });
  fill(input.value);
}
