// The page that reads a screenplay: files can be dropped anywhere on it, what is too large is
// said before it is sent, tables can be saved as CSV, and a link to a scene opens it.

// csv returns rows of texts as a CSV file (RFC 4180). What a spreadsheet would take for a
// formula gets an apostrophe before it.
export function csv(rows) {
  const field = (text) => {
    const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((row) => row.map(field).join(',') + '\r\n').join('');
}

// plain returns what a cell shows as a file has it: numbers without grouping, nothing for
// what is unknown.
export function plain(text, numeric) {
  const value = text.replace(/\s+/g, ' ').trim();
  if (value === 'unknown') return '';
  return numeric ? value.replaceAll(',', '').replace('−', '-').replace(/%$/, '') : value;
}

function rowsOf(table) {
  const cells = (row, all) => [...row.querySelectorAll('th, td')].map((c) => plain(c.textContent, all && c.classList.contains('num')));
  return [...table.querySelectorAll('tr')].map((row) => cells(row, row.parentElement.tagName === 'TBODY'));
}

function offerFiles() {
  for (const part of document.querySelectorAll('[data-csv]')) {
    const table = part.querySelector('table');
    if (!table) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'second no-print';
    button.textContent = 'Save as CSV';
    button.addEventListener('click', () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([csv(rowsOf(table))], { type: 'text/csv;charset=utf-8' }));
      link.download = `${part.dataset.csv}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    part.append(button);
  }
}

// openScene opens the scene or the part of the page that the address names, and what it is in.
function openScene() {
  const target = document.getElementById(location.hash.slice(1));
  let opened = null;
  for (let d = target?.closest('details'); d; d = d.parentElement.closest('details')) {
    if (!d.open) opened = d;
    d.open = true;
  }
  if (opened) target.closest('details').scrollIntoView();
}

function sendForm(form) {
  const most = Number(form.dataset.most);
  const progress = form.querySelector('[data-progress]');
  const files = [...form.querySelectorAll('input[type=file]')];

  function say() {
    const size = files.reduce((sum, input) => sum + (input.files[0]?.size ?? 0), 0);
    progress.textContent = size > most
      ? `That is ${(size / 1048576).toFixed(1)} MB. At most 5 MB can be read.`
      : files.filter((input) => input.files[0]).map((input) => input.files[0].name).join(', ');
    return size <= most;
  }

  for (const input of files) input.addEventListener('change', say);
  form.addEventListener('submit', (event) => {
    if (!say()) {
      event.preventDefault();
      return;
    }
    const page = !event.submitter?.formAction || event.submitter.formAction === form.action;
    progress.textContent = page ? 'Reading. A long script takes some seconds…' : '';
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) say();
  });

  let depth = 0;
  const over = (on) => document.body.classList.toggle('dropping', on);
  addEventListener('dragenter', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    depth++;
    over(true);
  });
  addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) over(false);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    depth = 0;
    over(false);
    const dropped = [...(event.dataTransfer?.files ?? [])];
    files.forEach((input, i) => {
      if (!dropped[i]) return;
      const list = new DataTransfer();
      list.items.add(dropped[i]);
      input.files = list.files;
      if (i > 0) input.closest('details').open = true;
    });
    say();
    form.querySelector('button[type=submit]').focus();
  });
}

if (typeof document !== 'undefined') {
  offerFiles();
  addEventListener('hashchange', openScene);
  openScene();
  const form = document.querySelector('form[data-drop]');
  if (form) sendForm(form);
}
