// The console: shows the request that the form of an operation makes, sends it, and shows the
// answer as text. The key goes into a header, to this service alone.

const most = 32e6; // bytes of an answer that are read
const firstLines = 20; // of a stream
const shown = 300_000; // characters that are shown

// address returns a path with the values of its parameters and the query.
export function address(path, values) {
  const query = new URLSearchParams();
  for (const { place, name, value } of values) {
    if (place === 'query' && value) query.append(name, value);
    if (place !== 'path') continue;
    if (/^\.{1,2}$/.test(value)) throw new Error(`${name}: an address cannot have “${value}” in its path. Type another value.`);
    path = path.replace(`{${name}}`, () => encodeURIComponent(value));
  }
  const q = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return q ? `${path}?${q}` : path;
}

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

// curl returns the command for a shell. Nothing in a value ends its quotes or names a file. A key that
// is wanted and not given comes from the environment.
export function curl({ method, url, headers, body, files }, keyless) {
  const words = ['curl -sS --fail-with-body'];
  if (method !== (body || files.length ? 'POST' : 'GET')) words[0] += ` -X ${method}`;
  if (keyless) words.push('-H "X-API-Key: $KINODEX_KEY"');
  for (const h of headers) words.push(`-H ${quoted(h.join(': '))}`);
  for (const [name, file] of files) words.push(`-F ${quoted(`${name}=@"${file.name.replace(/["\\]/g, '\\$&')}"`)}`);
  if (body) words.push(`--data-raw ${quoted(body)}`);
  return `${[...words, quoted(url)].join(' \\\n  ')}\n`;
}

// read reads a body to its end, or until it has enough lines or bytes.
export async function read(body, lines) {
  const parts = [];
  const reader = body?.getReader();
  let size = 0;
  while (reader && size < most && lines > 0) {
    const { done, value } = await reader.read();
    if (done) return { blob: new Blob(parts), whole: true };
    parts.push(value);
    size += value.length;
    if (lines < Infinity) for (const b of value) lines -= b === 10;
  }
  reader?.cancel().catch(() => {});
  return { blob: new Blob(parts), whole: !reader };
}

// readable returns what is shown of an answer: JSON indented, of a stream its first lines.
export function readable(text, type, lines) {
  if (lines < Infinity) text = text.split('\n', lines).join('\n');
  else if (/\/json/.test(type)) {
    try {
      text = JSON.stringify(JSON.parse(text), null, 2);
    } catch { /* shown as it came */ }
  }
  return { text: text.slice(0, shown), cut: text.length > shown };
}

const size = (n) => (n < 1e3 ? `${n} bytes` : n < 1e6 ? `${(n / 1e3).toFixed(1)} kB` : `${(n / 1e6).toFixed(1)} MB`);

const important = ['X-Request-ID', 'Content-Type', 'ETag', 'Last-Modified', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After', 'Deprecation', 'Link'];

function begin(form) {
  const { method, path, name, lines } = form.dataset;
  const all = (selector) => [...form.parentElement.querySelectorAll(selector)];
  const part = (is) => all(`[data-${is}]`)[0];
  const [send, status, answer, body, download, key] = ['send', 'status', 'answer', 'body', 'download', 'key'].map(part);

  // request returns what the form asks for; an Error says which value to change.
  function request() {
    const values = all('[data-in]').map((e) => ({ place: e.dataset.in, name: e.dataset.name, value: e.value.trim() }));
    if (key) values.unshift({ place: 'header', name: 'X-API-Key', value: key.value.trim() });
    const headers = values.filter((v) => v.place === 'header' && v.value).map((v) => [v.name, v.value]);
    const bad = headers.find((h) => /[^ -~]/.test(h[1]));
    if (bad) throw new Error(`${bad[0]} has a character that a header cannot have. Type it again.`);
    const files = all('[data-file]').flatMap((e) => [...e.files].map((file) => [e.dataset.file, file]));
    const json = files.length ? '' : part('json')?.value;
    if (json) headers.push(['Content-Type', 'application/json']);
    return { method, url: new URL(address(path, values), location.origin).href, headers, body: json, files };
  }

  // tell writes the request beside the form.
  function tell() {
    try {
      const r = request();
      status.textContent = '';
      for (const code of all('[data-live] code')) code.textContent = code.parentElement.dataset.live === 'curl' ? curl(r, key && !key.value.trim()) : `${method} ${r.url}`;
    } catch (e) {
      status.textContent = e.message;
    }
  }

  // say shows the lines of some names: of a status, 0 for no answer, and of what is left out.
  function say(...names) {
    answer.hidden = !names.length;
    for (const e of all('[data-says]')) e.hidden = !names.includes(e.dataset.says);
  }

  async function show(response, got, took) {
    const { ok, status: code, statusText, headers } = response;
    const type = headers.get('Content-Type') ?? '';
    const few = ok && lines ? firstLines : Infinity;
    const { blob, whole } = got;
    const isText = /json|text|xml/.test(type);
    const raw = isText ? await blob.text() : '';
    const { text, cut } = readable(raw, type, few);
    const error = !ok && /"code":\s*"(\w+)"/.exec(raw)?.[1];
    say(`${code < 500 ? code : 500}`, error && 'code', cut && 'cut', !isText && blob.size && 'binary', !whole && (lines ? 'lines' : 'most'));
    if (error) part('code').hash = part('code').textContent = error;
    part('wait').textContent = `${Math.ceil(headers.get('Retry-After') / 60)} min`;
    part('headers').replaceChildren(...important.filter((h) => headers.has(h)).flatMap((h) => [['dt', h], ['dd', headers.get(h)]])
      .map(([tag, textContent]) => Object.assign(document.createElement(tag), { textContent })));
    part('every').textContent = [...headers].map((h) => h.join(': ')).join('\n');
    body.textContent = text;
    URL.revokeObjectURL(download.href);
    // No browser opens this type: an answer of HTML must not become a page of ours.
    download.href = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }));
    download.download = `${name}.${type.split(';')[0].split(/\W/).pop().replace('plain', 'txt')}`;
    body.parentElement.hidden = !text;
    download.hidden = !blob.size;
    status.textContent = `${code} ${statusText} in ${Math.round(took)} ms, ${whole ? '' : 'the first '}${size(blob.size)}`;
  }

  let running;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (running) return running.abort();
    const here = document.activeElement;
    say();
    try {
      const { url, headers, body: json, files } = request();
      const data = new FormData();
      for (const f of files) data.append(...f);
      running = new AbortController();
      status.textContent = 'Waiting for the answer…';
      send.textContent = 'Stop waiting';
      const started = performance.now();
      const response = await fetch(url, { method, headers, body: files.length ? data : json || undefined, credentials: 'omit', cache: 'no-store', signal: running.signal });
      const got = await read(response.body, response.ok && lines ? firstLines : Infinity);
      await show(response, got, performance.now() - started);
      if (document.activeElement === here) part('title').focus();
    } catch (e) {
      if (e.name === 'TypeError') say('0');
      status.textContent = { TypeError: 'No answer', AbortError: 'Stopped' }[e.name] ?? e.message;
    }
    running = undefined;
    send.textContent = 'Send the request';
  });

  for (const e of [form, key]) e?.addEventListener('input', tell);
  tell();
}

const form = globalThis.document?.querySelector('#console');
if (form) begin(form);
