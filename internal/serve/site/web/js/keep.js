// Keeping an analysis: as one file, as JSON, on paper, or in this browser (IndexedDB). Nothing is
// sent anywhere. The policy forbids to write markup, so that a page is kept as a tree of names,
// attributes and texts, and built again element by element.

const svg = 'http://www.w3.org/2000/svg';
const unwanted = 'script, style, link, iframe, object, embed, form, button, noscript, template, .no-print, .crumbs, .toast, .tools';
const given = /^(script|style|link|iframe|object|embed|form|base|meta|template)$/i;

// pack returns a node as a tree: a text, or [name, attributes, children]. What only works on the
// page is left out. Links within the site get its address, so that they lead there from a file.
export function pack(node, home) {
  if (node.nodeType === 3) return node.data;
  if (node.nodeType !== 1 || node.matches(unwanted)) return null;
  const attributes = {};
  for (const { name, value } of node.attributes) {
    attributes[name] = name === 'href' && !value.startsWith('#') ? new URL(value, home).href : value;
  }
  return [node.localName, attributes, [...node.childNodes].map((child) => pack(child, home)).filter((child) => child !== null)];
}

// unpack returns data as the interface answers it: the page has lists of like objects by member.
export function unpack(data) {
  if (data === null || typeof data !== 'object') return data;
  if (Array.isArray(data)) return data.map(unpack);
  if (!data['@']) return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, unpack(value)]));
  const members = Object.entries(data['@']).map(([name, values]) => [name, unpack(values)]);
  return members[0][1].map((_, i) => Object.fromEntries(members.map(([name, values]) => [name, values[i]])));
}

// harmless reports whether an attribute can neither run nor load anything.
export function harmless(name, value) {
  if (/^on|^(style|src|srcdoc|srcset|action|formaction|xlink:href)$/i.test(name)) return false;
  return name !== 'href' || /^(#|https?:\/\/)/i.test(value);
}

// build makes the node of a tree. Elements and attributes that could run or load are left out:
// other pages of the site can write to where trees are kept.
function build(tree, space) {
  if (typeof tree === 'string') return document.createTextNode(tree);
  const [name, attributes, children] = tree;
  if (given.test(name)) return document.createTextNode('');
  const within = name === 'svg' ? svg : space;
  const element = within ? document.createElementNS(within, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (harmless(key, value)) element.setAttribute(key, value);
  element.append(...children.map((child) => build(child, within)));
  return element;
}

// quoted returns a text as a string of CSS.
export function quoted(text) {
  return `"${[...text].map((c) => (/[A-Za-z0-9 ]/.test(c) ? c : `\\${c.codePointAt(0).toString(16).padStart(6, '0')}`)).join('')}"`;
}

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const empty = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'wbr']);

// markup returns a tree as HTML.
export function markup(tree) {
  if (typeof tree === 'string') return escape(tree);
  const [name, attributes, children] = tree;
  if (given.test(name)) return '';
  const said = Object.entries(attributes).filter(([key, value]) => harmless(key, value)).map(([key, value]) => ` ${key}="${escape(value)}"`).join('');
  return empty.has(name) ? `<${name}${said}>` : `<${name}${said}>${children.map(markup).join('')}</${name}>`;
}

// sheet returns the style sheet of a file: it loads nothing, and its printed pages have the title.
export function sheet(css, title) {
  return `${css.replace(/@font-face\s*\{[^}]*\}/g, '').replaceAll('</', '<\\/')}@page{@top-left{content:${quoted(title)}}}`;
}

// file returns a kept analysis as a document that needs nothing else. The service makes the same
// when it is asked for a file (savedFile).
export function file(kept, css, home) {
  const at = escape(home.replace(/\/$/, ''));
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escape(kept.title)} · analysis by Kinodex</title>
<style>${sheet(css, kept.title)}</style></head>
<body class="saved"><main>${kept.tree.map(markup).join('')}</main>
<footer class="hint"><p>Made by Kinodex at <a href="${at}/">${at}</a>. The service read the script and did not store it. This file is the only copy of the analysis.</p></footer></body></html>
`;
}

// stem returns the name of a file of an analysis, without its extension.
export const stem = (title) => `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 80) || 'screenplay'}-analysis`;

function give(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// store asks the store of kept analyses, which is opened for each question.
function store(mode, question) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('kinodex-analyses', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('kept', { keyPath: 'id' });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const work = opening.result.transaction('kept', mode);
      const asked = question(work.objectStore('kept'));
      work.oncomplete = () => { opening.result.close(); resolve(asked.result); };
      work.onabort = () => { opening.result.close(); reject(work.error); };
    };
  });
}

const say = (text) => document.dispatchEvent(new CustomEvent('toast', { detail: text }));
const day = (time) => new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

// titlePages puts the title above the printed pages.
function titlePages(title) {
  const pages = new CSSStyleSheet();
  pages.replaceSync(`@page{@top-left{content:${quoted(title)}}}`);
  document.adoptedStyleSheets = [pages];
}

// offer makes the buttons of an analysis work, which is on the page or was kept.
function offer(bar, kept, home) {
  const does = {
    async file() {
      const css = await (await fetch(document.querySelector('link[rel=stylesheet]').href)).text();
      give(`${stem(kept.title)}.html`, 'text/html;charset=utf-8', file(kept, css, home));
    },
    async keep(button) {
      await store('readwrite', (all) => all.put(kept));
      button.textContent = 'Open what you kept';
      button.dataset.do = 'open';
      say('Kept in this browser');
    },
    async drop() {
      await store('readwrite', (all) => all.delete(kept.id));
      location.assign(bar.dataset.keptPage);
    },
    open() { location.assign(`${bar.dataset.keptPage}?id=${kept.id}`); },
    print() { print(); },
    json() { give(`${stem(kept.title)}.json`, 'application/json', kept.json); },
  };
  bar.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-do]');
    if (!button) return;
    try {
      await does[button.dataset.do](button);
    } catch {
      say(button.dataset.do === 'keep' ? 'The browser did not keep it: its storage is full or closed. Save a file.' : 'That did not work. Print the page to a PDF.');
    }
  });
  bar.hidden = false;
  titlePages(kept.title);
}

function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// list shows the kept analyses, the latest first.
async function list(place) {
  const all = (await store('readonly', (s) => s.getAll())).sort((a, b) => b.time - a.time);
  place.hidden = all.length === 0;
  const none = document.querySelector('[data-kept-none]');
  if (none) none.hidden = all.length > 0;
  place.querySelector('ul').replaceChildren(...all.map((kept) => {
    const drop = make('button', { type: 'button', className: 'danger slim' }, 'Delete');
    drop.setAttribute('aria-label', `Delete ${kept.title}`);
    drop.addEventListener('click', async () => {
      await store('readwrite', (s) => s.delete(kept.id));
      say(`Deleted ${kept.title}`);
      await list(place);
    });
    const link = make('a', { href: `${place.dataset.keptPage}?id=${kept.id}` }, make('bdi', {}, kept.title));
    return make('li', {}, link, make('span', { className: 'hint' }, ` ${day(kept.time)} `), drop);
  }));
}

// show shows a kept analysis in place of the list.
async function show(place, id, home) {
  const kept = await store('readonly', (all) => all.get(id));
  if (!kept) return false;
  const page = document.querySelector('[data-kept-list]').dataset.keptPage;
  const bar = make('div', { className: 'actions no-print' },
    ...[['file', 'Save as one file', ''], ['print', 'Print or save as PDF', 'second'], ['json', 'Save as JSON', 'second'], ['drop', 'Delete from this browser', 'danger']].map(([what, name, className]) => {
      const button = make('button', { type: 'button', className }, name);
      button.dataset.do = what;
      return button;
    }));
  bar.dataset.keptPage = page;
  place.replaceChildren(...kept.tree.map((tree) => build(tree, '')));
  const contents = make('nav', { className: 'contents no-print' }, make('ul', {}, ...[...place.querySelectorAll('.report [id] > h2, .report summary > h2')].map((h) => {
    const to = h.closest('details')?.querySelector(':scope > div')?.id ?? h.parentElement.id;
    return make('li', {}, make('a', { href: `#${to}` }, h.textContent));
  })));
  contents.setAttribute('aria-label', 'On this page');
  place.querySelector('.report')?.prepend(contents);
  place.querySelector('h1 ~ .hint')?.after(bar);
  document.title = `${kept.title}, kept · Kinodex`;
  offer(bar, kept, home);
  dispatchEvent(new HashChangeEvent('hashchange'));
  return true;
}

async function begin() {
  const bar = document.querySelector('[data-keeping]');
  const place = document.querySelector('[data-kept-list]');
  const path = (bar ?? place)?.dataset.keptPage;
  if (path === undefined) return;
  const home = new URL(path.replace(/analyze\/kept$/, ''), location.href).href;
  if (bar) {
    const title = document.querySelector('h1').textContent.trim();
    const id = [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, '0')).join('');
    const main = document.getElementById('content');
    const tree = [...main.childNodes].map((node) => pack(node, home)).filter((node) => node !== null);
    offer(bar, { id, title, time: Date.now(), tree, json: JSON.stringify(unpack(JSON.parse(document.getElementById('analysis-data').textContent))) }, home);
    return;
  }
  const id = new URLSearchParams(location.search).get('id');
  const one = document.querySelector('[data-kept-one]');
  try {
    if (one && id && await show(one, id, home)) return;
    if (one && id) say('That analysis is not kept in this browser.');
    await list(place);
  } catch {
    if (one) say('The browser keeps nothing: its storage is closed.');
  }
}

if (typeof document !== 'undefined') begin();
