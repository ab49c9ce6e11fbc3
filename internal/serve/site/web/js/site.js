// What every page adds when scripts run: "/" goes to the search box, j and k walk a list,
// and the search box suggests while one types. Without scripts the box is a form that leads
// to the page of results.

const box = document.querySelector('[data-search]');

function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.key === '/' && box) {
    event.preventDefault();
    box.focus();
    return;
  }
  if (event.key !== 'j' && event.key !== 'k') return;
  const links = [...document.querySelectorAll('[data-walk] a[data-item]')];
  if (links.length === 0) return;
  const at = links.indexOf(document.activeElement);
  const next = event.key === 'j' ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0);
  links[next].focus();
});

// suggest shows what the search finds for the beginning of a word, as a list box (WAI-ARIA
// combobox pattern).
function suggest(input) {
  const list = document.createElement('ul');
  list.className = 'suggestions';
  list.id = 'suggestions';
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
      item.id = `suggestion-${i}`;
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
      if (input.value.trim() === q) show(found.data);
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
    else if (event.key === 'Enter' && chosen >= 0) location.assign(list.children[chosen].dataset.href);
    else return;
    event.preventDefault();
  });
  list.addEventListener('mousedown', (event) => {
    const item = event.target.closest('[data-href]');
    if (item) location.assign(item.dataset.href);
  });
  input.addEventListener('blur', () => setTimeout(close, 100));
}

if (box) suggest(box);
