// Narrows the list of operations while one types, as the service does when the form is sent.

const form = document.querySelector('[data-filter]');
const rows = [...document.querySelectorAll('.operations li')];

form.addEventListener('input', (event) => {
  const words = event.target.value.toLowerCase().split(' ');
  let n = 0;
  for (const row of rows) {
    row.hidden = words.some((w) => !`${row.textContent} ${row.id}`.toLowerCase().includes(w));
    n += !row.hidden;
  }
  for (const group of document.querySelectorAll('section:has(.operations)')) group.hidden = !group.querySelector('li:not([hidden])');
  form.querySelector('[role=status]').textContent = `${n} ${n === 1 ? 'operation' : 'operations'}`;
});

// Links to the console of old name an operation as #/films/listFilms.
const link = document.getElementById(location.hash.split('/')[2])?.querySelector('a');
if (link) location.replace(link.href);
