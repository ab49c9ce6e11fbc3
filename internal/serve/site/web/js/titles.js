// Makes a field for titles of films, one a line, into chips with a box that suggests films. The
// text area stays, out of sight, and is what the form sends.

for (const field of document.querySelectorAll('[data-titles]')) {
  const area = field.querySelector('textarea');
  const label = field.querySelector('label');
  const typed = field.querySelector('.typed');
  const box = typed.querySelector('input');
  const chips = document.createElement('ul');
  const needed = area.required;
  chips.className = 'chips titles';
  chips.setAttribute('aria-label', label.firstChild.textContent.trim());
  const titles = () => area.value.split('\n').map((line) => line.trim()).filter(Boolean);

  function set(all) {
    area.value = [...new Set(all)].join('\n');
    box.required = needed && all.length === 0;
    chips.replaceChildren(...titles().map((title) => {
      const item = document.createElement('li');
      const chip = document.createElement('button');
      chip.type = 'button';
      chip.className = 'chip on';
      chip.textContent = `${title} ×`;
      chip.setAttribute('aria-label', `Remove: ${title}`);
      chip.addEventListener('click', () => {
        set(titles().filter((t) => t !== title));
        box.focus();
      });
      item.append(chip);
      return item;
    }));
    chips.hidden = all.length === 0;
  }

  function add(title) {
    box.value = '';
    if (title.trim()) set([...titles(), title.trim()]);
  }

  box.addEventListener('picked', (event) => add(event.detail.replace(/, film$/, '')));
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.defaultPrevented || !box.value.trim()) return;
    event.preventDefault();
    add(box.value);
  });
  box.form.addEventListener('submit', () => add(box.value));
  label.htmlFor = box.id;
  area.required = false;
  area.hidden = true;
  typed.hidden = false;
  typed.before(chips);
  set(titles());
}
