// The slate: many scripts are read one after the other, and the table of what came back is
// made and kept in this browser alone.

const KEY = 'kinodex-slate';

// known names a file, so that one that was read is not read again.
export const known = (file) => `${file.webkitRelativePath || file.name}|${file.size}|${file.lastModified}`;

// plan says what reading so many scripts costs; left is null without a limit.
export function plan(count, left) {
  const scripts = `${count} script${count === 1 ? '' : 's'}`;
  if (count === 0) return 'Nothing new to read.';
  if (left === null) return `${scripts} to read. That costs ${count} request${count === 1 ? '' : 's'}; your plan has no limit.`;
  const some = left < count ? ` Reading stops after ${left}; the others can be read tomorrow.` : '';
  return `${scripts} to read. That costs ${count} of the ${left} requests you have left today.${some}`;
}

// field returns a text as a field of CSV; a formula of a spreadsheet gets an apostrophe.
function field(value) {
  let text = value === null || value === undefined ? '' : String(value);
  if (typeof value === 'string' && /^[=+\-@\t\r\n＝＋－＠]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// csv returns the scripts as a file, with a column for each feature and its standing.
export function csv(entries, features) {
  const head = ['file', 'title', 'format', 'form', 'class', 'tier', 'trust', 'votes_high', 'votes_mid', 'votes_low', 'pages', 'scenes', 'words', 'warnings', 'error', 'note'];
  for (const f of features) head.push(f.name, `${f.name}_percentile`);
  const rows = entries.map((e) => {
    const r = e.row ?? {};
    const cells = [e.name, r.title, r.format, r.form, r.class, r.tier, r.trust, r.votes?.High, r.votes?.Mid, r.votes?.Low, r.pages, r.scenes, r.words,
      (r.warnings ?? []).join('; '), e.error, e.note ?? ''];
    for (const f of features) cells.push(r.features?.[f.name], r.percentiles?.[f.name]);
    return cells;
  });
  return [head, ...rows].map((cells) => cells.map(field).join(',') + '\r\n').join('');
}

// arranged returns the entries that fit, in order. What could not be read comes last, unless
// warnings come first.
export function arranged(entries, { order, group, words }) {
  const title = (e) => (e.row?.title ?? e.name).toLowerCase();
  const wanted = words.trim().toLowerCase();
  const value = (e) => {
    if (order === 'warnings') return e.error ? 1000 : e.row.warnings.length + (e.row.trust === 'none' ? 0.5 : 0);
    if (!e.row) return -Infinity;
    if (order === 'high') return e.row.class ? e.row.votes.High : -1;
    if (order === 'pages') return e.row.pages;
    return e.row.features[order] ?? 0;
  };
  return entries
    .filter((e) => (group === '' || (group === 'failed' ? e.error : group === 'none' ? e.row && !e.row.class : e.row?.class === group)) && (wanted === '' || `${title(e)} ${e.note ?? ''}`.toLowerCase().includes(wanted)))
    .sort((a, b) => (order === 'title' ? 0 : value(b) - value(a)) || title(a).localeCompare(title(b)));
}

// number writes a feature's value as pages do.
export function number(value, feature) {
  if (feature.unit === 'share') return `${(value * 100).toFixed(1)}%`;
  const text = value.toLocaleString('en-US', { minimumFractionDigits: feature.decimals, maximumFractionDigits: feature.decimals }).replace('-', '−');
  return feature.unit === 'ratio' ? text : `${text} ${feature.unit}`;
}

// forms name texts that are no screenplays, which have no class.
const forms = { transcript: 'a transcript', prose: 'prose' };

// votes returns how the trees voted; nothing of a text without a class.
const votes = (r) => (r.class ? `${r.votes.High} / ${r.votes.Mid} / ${r.votes.Low}` : '–');

const trusts = { none: 'do not rely on it', equal: 'first two are equal', hint: 'a hint' };

// make makes an element with attributes and children.
function make(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'on') for (const [type, listener] of Object.entries(value)) e.addEventListener(type, listener);
    else if (value === true) e.setAttribute(key, '');
    else if (value !== false && value !== undefined) e.setAttribute(key, value);
  }
  e.append(...children);
  return e;
}

// strip draws the standing of the features: bars above or below the middle.
function strip(row, features) {
  const drawn = (name, attributes) => {
    const e = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    return e;
  };
  const svg = drawn('svg', { class: 'strip', viewBox: `0 0 ${features.length * 6} 28`, width: features.length * 6, height: 28, role: 'img' });
  const far = features.filter((f) => Math.abs(row.percentiles[f.name] - 50) > 40).map((f) => f.label);
  svg.setAttribute('aria-label', far.length ? `Far from the middle: ${far.join(', ')}` : 'No feature is far from the middle');
  svg.append(drawn('path', { class: 'mid', d: `M0 14H${features.length * 6}` }));
  features.forEach((f, i) => {
    const tall = (row.percentiles[f.name] - 50) / 50 * 14;
    const bar = drawn('rect', { class: tall < 0 ? 'down' : 'up', x: i * 6, y: tall < 0 ? 14 : 14 - tall, width: 5, height: Math.max(Math.abs(tall), 0.5) });
    const title = drawn('title', {});
    title.textContent = `${f.label}: ${number(row.features[f.name], f)}, above ${Math.round(row.percentiles[f.name])}% of the research set`;
    bar.append(title);
    svg.append(bar);
  });
  return svg;
}

function start(form) {
  const find = (selector) => document.querySelector(selector);
  const features = [...form.querySelectorAll('[data-features] li')].map((li) => ({ name: li.dataset.name, label: li.textContent, unit: li.dataset.unit, decimals: Number(li.dataset.decimals) }));
  const said = find('[data-plan]');
  const endings = find('#scripts').accept.split(',');
  const bar = find('[data-bar]');
  const go = find('[data-start]');
  const stop = find('[data-stop]');
  const chosen = new Set();
  let left = form.dataset.left === undefined ? null : Number(form.dataset.left);
  let queue = [];
  let running = null;
  let entries = [];
  try {
    entries = JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    entries = [];
  }

  function keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify(entries));
    } catch {
      said.textContent = 'This browser has no room to keep the table. Save it as CSV before you leave.';
    }
  }

  function add(files) {
    const read = new Set(entries.filter((e) => e.row).map((e) => e.id));
    const waiting = new Set(queue.map(known));
    for (const file of files) {
      if (!read.has(known(file)) && !waiting.has(known(file)) && endings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
        queue.push(file);
        waiting.add(known(file));
      }
    }
    if (!running) tell();
  }

  function tell(before = '') {
    said.textContent = `${before} ${plan(queue.length, left)}`.trim();
    go.disabled = queue.length === 0 || left === 0;
  }

  // send has one script read. What it gives back is an entry, or why reading must stop.
  async function send(file, signal) {
    const entry = { id: known(file), name: file.webkitRelativePath || file.name };
    if (file.size > Number(form.dataset.most)) return { entry: { ...entry, error: 'larger than 5 MB' } };
    const body = new FormData();
    body.set('form', form.elements.form.value);
    body.set('script', file, file.name);
    const answer = await fetch(form.action, { method: 'POST', body, signal });
    const found = await answer.json().catch(() => null);
    if (answer.ok && found) {
      left = found.data.left;
      const shown = find('[data-left-text]');
      if (shown && left !== null) shown.textContent = left.toLocaleString('en-US');
      return { entry: { ...entry, row: found.data } };
    }
    const why = found?.error?.message ?? `the service answered ${answer.status}`;
    if (answer.status === 429) {
      const wait = Number(answer.headers.get('Retry-After'));
      return { stop: `${why}.${wait > 0 && wait < 600 ? ` Go on in ${wait} seconds.` : ''}` };
    }
    if (answer.status === 401 || answer.status === 403) return { stop: `${why}. Load this page again and sign in.` };
    if (answer.status >= 500) return { stop: 'The service cannot read scripts right now. Go on in a moment.' };
    return { entry: { ...entry, error: why } };
  }

  async function run() {
    running = new AbortController();
    const all = queue.length;
    let done = 0;
    let why = '';
    go.disabled = true;
    stop.hidden = bar.hidden = false;
    while (queue.length > 0 && why === '') {
      said.textContent = `Reading ${done + 1} of ${done + queue.length}: ${queue[0].name}`;
      bar.value = done / all;
      try {
        const result = await send(queue[0], running.signal);
        why = result.stop ?? '';
        if (result.entry) {
          queue.shift();
          done++;
          const old = entries.find((e) => e.id === result.entry.id);
          entries = [...entries.filter((e) => e !== old), { ...result.entry, note: old?.note }];
          keep();
          draw();
        }
      } catch (problem) {
        why = problem.name === 'AbortError' ? 'Stopped.' : 'The connection was lost.';
      }
      if (left === 0 && queue.length > 0 && why === '') why = 'Today’s requests are used up.';
    }
    running = null;
    stop.hidden = bar.hidden = true;
    tell(why || `${done} read.`);
    go.textContent = queue.length > 0 ? 'Go on' : 'Analyse the scripts';
  }

  function rowOf(e) {
    const r = e.row;
    const cells = [make('td', {}, make('input', { type: 'checkbox', name: 'pick', 'aria-label': `Side by side: ${e.name}`, on: { change: (event) => choose(e.id, event.target) } }))];
    cells[0].firstChild.checked = chosen.has(e.id);
    cells.push(make('th', { scope: 'row' }, make('bdi', {}, r?.title ?? e.name), make('br'), make('span', { class: 'hint' }, make('bdi', {}, r?.title ? e.name : ''))));
    if (r) {
      const doubts = make('details', { class: 'panel' }, make('summary', {}, `${r.warnings.length} warning${r.warnings.length === 1 ? '' : 's'}`), make('ul', {}, ...r.warnings.map((w) => make('li', {}, w))));
      cells.push(make('td', {}, r.warnings.length ? doubts : 'none'), make('td', {}, r.class ? `${r.class} (${r.tier})` : `none: ${forms[r.form] ?? 'no screenplay'}`, make('br'), make('span', { class: 'hint' }, trusts[r.trust] ?? '')),
        make('td', { class: 'num' }, votes(r)), make('td', {}, strip(r, features)),
        make('td', { class: 'num' }, r.pages.toFixed(0)), make('td', { class: 'num' }, String(r.scenes)));
    } else {
      cells.push(make('td', { colspan: 6 }, make('strong', {}, 'Could not be read: '), e.error));
    }
    const note = make('input', { type: 'text', name: 'note', size: 10, 'aria-label': `Note on ${e.name}`, on: { change: (event) => { e.note = event.target.value; keep(); } } });
    note.value = e.note ?? '';
    cells.push(make('td', {}, note), make('td', { class: 'num' }, make('button', { type: 'button', class: 'second', 'aria-label': `Remove ${e.name}`, on: { click: () => remove(e) } }, '×')));
    return make('tr', {}, ...cells);
  }

  function draw() {
    find('[data-results]').hidden = entries.length === 0;
    const shown = arranged(entries, { order: find('#slate-order').value, group: find('#slate-class').value, words: find('#slate-words').value });
    const head = ['Pick', 'Script', 'Warnings', 'Class (tiers)', 'Votes: High / Mid / Low', 'Twenty features', 'Pages', 'Scenes', 'Your note'];
    find('[data-table]').replaceChildren(make('table', {}, make('caption', {}, `${shown.length} of ${entries.length} scripts`),
      make('thead', {}, make('tr', {}, ...head.map((text) => make('th', { scope: 'col' }, text)), make('th', { scope: 'col', class: 'num' }, 'Remove'))), make('tbody', {}, ...shown.map(rowOf))));
    two();
  }

  function remove(e) {
    entries = entries.filter((other) => other !== e);
    chosen.delete(e.id);
    keep();
    draw();
  }

  function choose(id, box) {
    if (box.checked && chosen.size === 2) chosen.delete([...chosen][0]);
    if (box.checked) chosen.add(id);
    else chosen.delete(id);
    draw();
  }

  // two shows the two scripts that were ticked beside one another.
  function two() {
    const pair = [...chosen].map((id) => entries.find((e) => e.id === id && e.row)).filter(Boolean);
    find('[data-two]').hidden = pair.length !== 2;
    if (pair.length !== 2) return;
    const line = (name, ...cells) => make('tr', {}, make('th', { scope: 'row' }, name), ...cells.map((cell) => make('td', { class: 'num' }, ...[cell].flat())));
    const standing = (r, f) => [number(r.features[f.name], f), make('br'), make('span', { class: 'hint' }, `above ${Math.round(r.percentiles[f.name])}%`)];
    find('[data-two-table]').replaceChildren(make('table', {}, make('caption', {}, 'Each value, and of how many scripts of the research set in a hundred it is above'),
      make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Feature'), ...pair.map((e) => make('th', { scope: 'col', class: 'num' }, make('bdi', {}, e.row.title ?? e.name), make('br'), make('span', { class: 'hint' }, make('bdi', {}, e.row.title ? e.name : '')))))),
      make('tbody', {}, line('Class', ...pair.map((e) => e.row.class ? `${e.row.class}, ${trusts[e.row.trust] ?? ''}` : `none: ${forms[e.row.form] ?? 'no screenplay'}`)), line('Votes: High / Mid / Low', ...pair.map((e) => votes(e.row))),
        line('Pages', ...pair.map((e) => e.row.pages.toFixed(1))), ...features.map((f) => line(f.label, ...pair.map((e) => standing(e.row, f)))))));
  }

  function save() {
    const link = make('a', { href: URL.createObjectURL(new Blob([csv(entries, features)], { type: 'text/csv;charset=utf-8' })), download: 'slate.csv' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  form.hidden = false;
  find('[data-without-scripts]').remove();
  for (const id of ['#scripts', '#folder']) find(id).addEventListener('change', (event) => add(event.target.files));
  for (const id of ['#slate-order', '#slate-class', '#slate-words']) find(id).addEventListener('input', draw);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!running) run();
  });
  stop.addEventListener('click', () => running?.abort());
  find('[data-save]').addEventListener('click', save);
  find('[data-forget]').addEventListener('click', () => {
    if (!confirm('Remove the table and all notes from this browser?')) return;
    entries = [];
    chosen.clear();
    localStorage.removeItem(KEY);
    draw();
  });
  addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.toggle('dropping', event.dataTransfer?.types.includes('Files'));
  });
  addEventListener('dragleave', () => document.body.classList.remove('dropping'));
  addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    add(event.dataTransfer?.files ?? []);
  });
  addEventListener('beforeunload', (event) => {
    if (running) event.preventDefault();
  });
  draw();
}

if (typeof document !== 'undefined') {
  const form = document.querySelector('[data-slate]');
  if (form) start(form);
}
