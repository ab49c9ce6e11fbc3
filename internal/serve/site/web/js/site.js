// What every page adds when JavaScript runs: "/" goes to the search box, j and k walk a list, "?"
// tells the keys, menus close when one turns away from them, the search box suggests while one
// types, and short messages are shown. Without JavaScript the box is a form that leads to the
// page of results, and a menu closes where it was opened.

const box = document.querySelector('[data-search]');

function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

// make returns an element with children, which are elements or texts.
function make(name, properties, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

// walk goes to the next link of a list, or to the one before.
function walk(step) {
  const links = [...document.querySelectorAll('[data-walk] a[data-item]')];
  if (links.length === 0) return;
  const at = links.indexOf(document.activeElement);
  links[Math.min(Math.max(at + step, 0), links.length - 1)].focus();
}

// tellKeys opens a dialog with the keys. The focus returns by itself to where it was.
function tellKeys() {
  const keys = { '/': 'Go to the search box', j: 'Next of a list', k: 'The one before', '?': 'These keys', Esc: 'Close a menu or this' };
  const close = make('button', { type: 'submit', autofocus: true }, 'Close');
  const title = make('h2', { id: 'keys-title' }, 'Keys');
  const list = make('dl', {}, ...Object.entries(keys).flatMap(([key, does]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, does)]));
  const dialog = make('dialog', { className: 'keys' }, title, list, make('form', { method: 'dialog' }, close));
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector('dialog[open]')) return;
  if (event.key === '/' && box) {
    event.preventDefault();
    box.focus();
  } else if (event.key === 'j') walk(1);
  else if (event.key === 'k') walk(-1);
  else if (event.key === '?') tellKeys();
});

// Menus close on Escape, which leads back to their name, on a press elsewhere, and when the focus
// leaves them.
const menus = [...document.querySelectorAll('details.menu')];
for (const kind of ['click', 'focusin']) {
  document.addEventListener(kind, (event) => {
    for (const menu of menus) if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
}
document.addEventListener('keydown', (event) => {
  const menu = menus.find((m) => m.open);
  if (event.key !== 'Escape' || !menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});

// A toast says for some seconds what was done: other modules send the event "toast" with its text.
const toast = make('p', { className: 'toast' });
toast.setAttribute('role', 'status');
document.body.append(toast);
let toasted = 0;
document.addEventListener('toast', (event) => {
  clearTimeout(toasted);
  toast.textContent = event.detail;
  toasted = setTimeout(() => { toast.textContent = ''; }, 4000);
});

// What has data-copy copies its text. Where that cannot be done, a button is hidden, and a link leads
// to the text.
for (const from of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) {
    from.hidden = from.localName === 'button';
    continue;
  }
  from.addEventListener('click', async (event) => {
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(from.dataset.copy);
      document.dispatchEvent(new CustomEvent('toast', { detail: from.dataset.copied || 'Copied' }));
    } catch {
      if (from.hash) location.assign(from.hash);
    }
  });
}

// suggest shows what the search finds for the beginning of a word, as a list box (WAI-ARIA
// combobox pattern). A choice leads to its page. In a box with data-pick it is sent as the event
// "picked" with its text instead, and only what lies under that path is suggested.
function suggest(input, number) {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = `suggestions-${number}`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  list.hidden = true;
  input.after(list);
  for (const [name, value] of Object.entries({ role: 'combobox', 'aria-controls': list.id, 'aria-expanded': 'false', 'aria-autocomplete': 'list', autocomplete: 'off' })) {
    input.setAttribute(name, value);
  }
  let timer = 0;
  let asked = '';
  let chosen = -1;

  function close() {
    list.hidden = true;
    chosen = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function choose(item) {
    if (!input.dataset.pick) location.assign(item.dataset.href);
    else input.dispatchEvent(new CustomEvent('picked', { detail: item.textContent }));
    close();
  }

  function mark(index) {
    chosen = index;
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === index)));
    if (index >= 0) {
      input.setAttribute('aria-activedescendant', list.children[index].id);
      list.children[index].scrollIntoView({ block: 'nearest' });
    } else {
      input.removeAttribute('aria-activedescendant');
    }
  }

  function show(rows) {
    list.replaceChildren(...rows.map((row, i) => {
      const item = document.createElement('li');
      item.id = `${list.id}-${i}`;
      item.setAttribute('role', 'option');
      item.setAttribute('aria-selected', 'false');
      item.dataset.href = row.href;
      item.textContent = row.text;
      return item;
    }));
    chosen = -1;
    list.hidden = rows.length === 0;
    input.setAttribute('aria-expanded', String(rows.length > 0));
  }

  async function ask() {
    const q = input.value.trim();
    if (q === asked) return;
    asked = q;
    if (q.length < 2) {
      close();
      return;
    }
    try {
      const answer = await fetch(`${input.dataset.search}?q=${encodeURIComponent(q)}`, { headers: { Accept: 'application/json' } });
      if (!answer.ok) return;
      const found = await answer.json();
      if (input.value.trim() === q) show(found.data.filter((row) => row.href.includes(input.dataset.pick ?? '')));
    } catch {
      close(); // the form still works
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    const last = list.children.length - 1;
    if (event.key === 'ArrowDown') mark(chosen < last ? chosen + 1 : 0);
    else if (event.key === 'ArrowUp') mark(chosen > 0 ? chosen - 1 : last);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen >= 0) choose(list.children[chosen]);
    else return;
    event.preventDefault();
  });
  list.addEventListener('mousedown', (event) => {
    const item = event.target.closest('[data-href]');
    if (!item) return;
    event.preventDefault(); // the focus stays
    choose(item);
  });
  input.addEventListener('blur', () => setTimeout(close, 100));
}

document.querySelectorAll('[data-search]').forEach(suggest);
