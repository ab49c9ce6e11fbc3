// Completes names of people while one types. A field holds several names, separated by commas; the
// last is completed, from the list of its datalist.

for (const [number, field] of document.querySelectorAll('[data-names]').entries()) {
  const list = document.createElement('datalist');
  list.id = `names-${number}`;
  field.after(list);
  field.setAttribute('list', list.id);
  let timer = 0;

  async function ask() {
    const typed = field.value;
    const at = typed.lastIndexOf(',') + 1;
    const name = typed.slice(at).trim();
    if (name.length < 2) return;
    try {
      const answer = await fetch(`${field.dataset.names}?q=${encodeURIComponent(name)}`, { headers: { Accept: 'application/json' } });
      if (!answer.ok || field.value !== typed) return;
      const before = typed.slice(0, at) + (at > 0 ? ' ' : '');
      const people = (await answer.json()).data.map((row) => row.text.match(/^(.*), (?:person|director|composer)$/)?.[1]).filter(Boolean);
      list.replaceChildren(...[...new Set(people)].map((found) => Object.assign(document.createElement('option'), { value: before + found })));
    } catch {
      // the field still works
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 150);
  });
}
