// What the list of films adds when JavaScript runs: a condition is applied when it is changed, with the
// focus, the place on the page and what was open kept; ranges get a slider with two ends; the address has
// no empty parameters. Without JavaScript the form has fields and a button.

const form = document.getElementById('filters');
const fold = document.getElementById('fold');
const panels = [...form.querySelectorAll('details')];
const key = 'films';

// keep stores what the next page restores: words are those of the link that was followed.
function keep(id, words) {
  sessionStorage.setItem(key, JSON.stringify({ id, words, y: scrollY, folded: !fold.checked, open: panels.map((p) => p.open) }));
}

function restore() {
  const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  sessionStorage.removeItem(key);
  if (!kept) return;
  fold.checked = !kept.folded;
  panels.forEach((panel, i) => { panel.open ||= kept.open[i] ?? false; });
  const named = () => [...form.querySelectorAll('a')].find((a) => (a.querySelector('bdi, title') ?? a).textContent === kept.words);
  const at = kept.id ? document.getElementById(kept.id) : named();
  at?.focus({ preventScroll: true });
  scrollTo({ top: kept.y, behavior: 'instant' });
}

// apply sends the form when the focus is where the reader goes next.
let sent = 0;
function apply() {
  clearTimeout(sent);
  sent = setTimeout(() => {
    if (!form.reportValidity()) return;
    keep(document.activeElement?.id);
    form.requestSubmit();
  }, 50);
}

form.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  if (!formData.has('q')) formData.delete('match');
});
form.addEventListener('click', (event) => {
  const link = event.target.closest('a[href]');
  if (link) keep('', (link.querySelector('bdi, title') ?? link).textContent);
});

// slider puts two ends on one line above the fields of a range. The outermost stops are no condition.
function slider(group) {
  const stops = group.dataset.stops.split(' ').map(Number);
  const last = stops.length - 1;
  const fields = [...group.querySelectorAll('input')];
  const ends = fields.map((field) => {
    const end = Object.assign(document.createElement('input'), { type: 'range', min: 0, max: last, id: `${field.id}-end` });
    end.setAttribute('aria-label', `${field.getAttribute('aria-label')}, slider`);
    return end;
  });
  const line = document.createElement('div');
  line.className = 'slider';
  line.append(...ends);
  fields[0].parentElement.before(line);

  // draw moves the ends to what the fields say.
  function draw() {
    fields.forEach((field, i) => {
      const typed = Number(field.value);
      let at = i ? last : 0;
      if (field.value !== '') at = i ? stops.findLastIndex((stop) => stop <= typed) : stops.findIndex((stop) => stop >= typed);
      ends[i].value = at < 0 ? (i ? 0 : last) : at;
      ends[i].setAttribute('aria-valuetext', field.value || 'any');
    });
    line.style.setProperty('--from', ends[0].value / last);
    line.style.setProperty('--to', ends[1].value / last);
    ends[0].classList.toggle('above', Number(ends[0].value) > last / 2);
  }
  ends.forEach((end, i) => {
    end.addEventListener('input', () => {
      const at = i ? Math.max(end.value, ends[0].value) : Math.min(end.value, ends[1].value);
      fields[i].value = at === (i ? last : 0) ? '' : stops[at];
      draw();
    });
    end.addEventListener('change', apply);
  });
  for (const field of fields) field.addEventListener('input', draw);
  draw();
}

for (const field of form.elements) if (field.type !== 'hidden' && field.name) field.addEventListener('change', apply);
for (const group of form.querySelectorAll('[data-stops]')) slider(group);
form.classList.add('at-once');
restore();
