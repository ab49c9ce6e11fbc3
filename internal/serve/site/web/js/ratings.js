// Reads exports of one's own film lists in the browser, as internal/ratings does on the server.

const MOST_BYTES = 32 << 20;
const MOST_ROWS = 1e5;
const MOST_SENT = 1e4;
const OTHER = /series|episode|season|show|game|podcast|music ?video|person/i;
const LARGE = 'The file is too large.';
const CUT = 'The file is not whole: export it again.';
const WRONG = 'This is no export of Letterboxd, IMDb or Trakt.';

// Columns that are read, by kind; of each kind the first that a table has.
const COLUMNS = {
  id: ['const', 'imdb_id', 'imdbid'], moviedb: ['tmdb_id', 'tmdbid'], title: ['name', 'title'], year: ['year'], kind: ['title type', 'type'],
  rating: ['your rating', 'you rated', 'rating10', 'rating'],
  date: ['date rated', 'rated_at', 'watched_at', 'last_watched_at', 'watcheddate', 'date'],
};

// readRatings reads an export, a File, and resolves to
// {source, rows, films, rated, listed, left_out, unusable, bad_ratings, cut_short}: rows are
// [{id, moviedb_id, title, year, rating, liked}], each film once, newest first, rated from 0
// to 10, without what is not known. It rejects with an Error for the person to read.
export async function readRatings(file) {
  if (file.size > MOST_BYTES) fail(LARGE);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const all = { found: [], read: 0, listed: 0, left_out: 0, unusable: 0, bad_ratings: 0, cut_short: false };
  if (bytes[0] === 80 && bytes[1] === 75) await archive(all, bytes);
  else if (!one(all, file.name, bytes)) fail(WRONG);
  return merged(all);
}

const fail = (message) => {
  throw Error(message);
};

// one adds a file's rows; it returns nothing when it is no export's.
function one(all, name, bytes) {
  const text = decode(bytes);
  const source = /^\s*[[{]/.test(text) ? json(all, name, text) : table(all, name, text);
  all.source ??= source;
  return source;
}

function decode(bytes) {
  const mark = bytes[0] << 8 | bytes[1];
  const coding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(coding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const yearOf = (s) => (/^(1[89]|2\d)\d\d(?!\d)/.test(s) ? +s.slice(0, 4) : 0);

// add adds a film that was seen. scale is where the rating's scale ends, 0 for one unknown.
function add(all, x, scale) {
  const id = /^tt0*[1-9]\d*$/i.test(x.id) ? 'tt' + x.id.slice(2).replace(/^0+/, '').padStart(7, '0') : '';
  const title = String(x.title ?? '').replace(/\s+/g, ' ').trim();
  const row = { id, moviedb_id: +x.moviedb || 0, title, year: yearOf(String(x.year)), rating: 0, liked: x.liked };
  if (!id && !row.moviedb_id && !title || title.length > 500) all.unusable++;
  else all.found.push({ row, date: /^\d{4}-\d\d-\d\d/.test(x.date) ? x.date : '', value: x.rating, scale });
}

function count(all) {
  if (++all.read > MOST_ROWS) fail(LARGE);
}

// cells returns the rows of a table, in which cells may be quoted.
function cells(text) {
  const line = text.split('\n', 1)[0];
  const by = [',', ';', '\t'].reduce((a, b) => (line.split(b).length > line.split(a).length ? b : a));
  const rows = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$)|([^${by}\n]*))(${by}|\r?\n|$)`, 'gy');
  for (const [, quoted, plain, then] of text.matchAll(cell)) {
    rows.at(-1).push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (then !== by) rows.push([]);
  }
  return rows.filter((r) => r.length > 1 || r[0]);
}

// sourceOf tells where a table is from, and where its scale ends.
function sourceOf(header) {
  const has = (...names) => names.some((n) => header.includes(n));
  if (has('const')) return ['IMDb', 10];
  if (has('name') && has('year', 'letterboxd uri')) return ['Letterboxd', 5];
  if (has('trakt_id')) return ['Trakt', 10];
  if (has('title', ...COLUMNS.id) && has('rating', 'rating10')) return ['a table', has('rating10') ? 10 : 0];
}

function table(all, name, text) {
  const rows = cells(text);
  let found, header;
  for (let n = 0; !found && n < 11 && rows.length; n++) found = sourceOf(header = rows.shift().map((c) => c.toLowerCase()));
  if (!found) return;
  const [source, scale] = found;
  const columns = Object.entries(COLUMNS).map(([k, names]) => [k, header.indexOf(names.find((c) => header.includes(c)))]);
  const liked = /likes.films.csv$|favorites[^/]*$/i.test(name);
  const list = /watchlist[^/]*$/i.test(name) || /\b(position|listed_at|collected_at)\b/.test(header);
  for (const row of rows) {
    count(all);
    const x = Object.fromEntries(columns.map(([k, i]) => [k, row[i] ?? '']));
    x.id = x.id.replace(/^(?=\d)/, 'tt');
    x.rating = x.rating && Number(x.rating.replace(',', '.'));
    if (row.length < header.length && row === rows.at(-1) && !text.endsWith('\n')) all.cut_short = true;
    else if (OTHER.test(x.kind) || source === 'IMDb' && x.id && !/^tt/.test(x.id)) all.left_out++;
    else if (list && !liked && !x.rating) all.listed++;
    else add(all, { ...x, liked }, scale);
  }
  return source;
}

function json(all, name, text) {
  let items, source;
  try {
    items = JSON.parse(text);
  } catch {
    fail(CUT);
  }
  if (!Array.isArray(items)) return;
  if (!items.length) source = 'Trakt';
  const liked = /favorites[^/]*$/i.test(name);
  for (const x of items) {
    count(all);
    const { movie, show, season, episode, person, rating, rated_at, watched_at, last_watched_at } = x ?? {};
    const other = show || season || episode || person;
    const date = rated_at || watched_at || last_watched_at;
    if (movie || other) source = 'Trakt';
    if (!movie) other ? all.left_out++ : all.unusable++;
    else if (rating == null && !date && !liked) all.listed++;
    else add(all, { ...movie, id: movie.ids?.imdb, moviedb: movie.ids?.tmdb, rating, date, liked }, 10);
  }
  return source;
}

// place tells when a file of an archive is read: what says most comes last, -1 never.
function place(path) {
  const base = path.split(/[/\\]/).pop();
  const read = base.endsWith('.json') ? /ratings|watched|history|watchlist|favorites/.test(base)
    : base.endsWith('.csv') && !/(^|[/\\])(deleted|orphaned|lists|__macosx|likes[/\\](?!films))[/\\]?/.test(path);
  return !read ? -1 : /^ratings/.test(base) ? 2 : /^(diary|reviews)/.test(base) ? 1 : 0;
}

// archive adds the files of a zip archive.
async function archive(all, bytes) {
  const view = new DataView(bytes.buffer);
  const u16 = (at) => view.getUint16(at, true);
  const u32 = (at) => view.getUint32(at, true);
  const files = [];
  let unpacked = 0, known = false;
  try {
    let end = bytes.length - 22;
    while (u32(end) !== 0x06054b50) end--;
    for (let n = u16(end + 10), at = u32(end + 16); n--;) {
      const name = decode(bytes.subarray(at + 46, at + 46 + u16(at + 28))).toLowerCase();
      const local = u32(at + 42);
      const from = local + 30 + u16(local + 26) + u16(local + 28);
      if (place(name) >= 0) {
        unpacked += u32(at + 24);
        files.push({ name, method: u16(at + 10), data: bytes.subarray(from, from + u32(at + 20)) });
      }
      at += 46 + u16(at + 28) + u16(at + 30) + u16(at + 32);
    }
  } catch {
    fail(CUT);
  }
  if (unpacked > 2 * MOST_BYTES) fail(LARGE);
  for (const f of files.sort((a, b) => place(a.name) - place(b.name))) {
    const packed = new Blob([f.data]).stream();
    const data = await new Response(f.method ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed).arrayBuffer()
      .catch(() => fail(CUT));
    known = one(all, f.name, new Uint8Array(data)) || known;
  }
  if (!known) fail(WRONG);
}

// merged makes one row of those of a film: the newest rating on one scale, and any heart.
function merged({ found, source, read, ...counts }) {
  const top = found.some((x) => x.scale === 10 || !x.scale && x.value > 5) ? 10 : 5;
  const films = new Map();
  const rows = [];
  for (const { row, value, scale } of found) {
    if (value < 0 || value > (scale || top) || Number.isNaN(value)) counts.bad_ratings++;
    else if (value) row.rating = value * 10 / (scale || top);
  }
  for (const { row } of found.reverse().sort((a, b) => (a.date < b.date) - (a.date > b.date))) {
    const names = row.id || row.moviedb_id ? [row.id, row.moviedb_id] : [row.title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() + '\n' + row.year];
    const film = films.get(names.find((k) => k && films.has(k))) ?? row;
    if (film === row) rows.push(row);
    for (const k in row) film[k] ||= row[k];
    for (const k of names) if (k) films.set(k, film);
  }
  for (const row of rows) for (const k in row) if (!row[k]) delete row[k];
  return { source, rows, films: rows.length, rated: rows.filter((r) => r.rating).length, ...counts };
}

// In an element with data-ratings-form, the rows of a chosen file go as JSON into the field
// named ratings. The file itself is then not sent.
for (const form of globalThis.document?.querySelectorAll('[data-ratings-form]') ?? []) {
  const input = form.querySelector('input[type=file]');
  const field = form.querySelector('input[name=ratings]');
  const told = document.createElement('p');
  const { name } = input;
  told.role = 'status';
  input.after(told);
  input.addEventListener('change', async () => {
    const [file] = input.files;
    field.value = '';
    input.name = name;
    told.textContent = '';
    if (!file) return;
    try {
      const x = await readRatings(file);
      if (file !== input.files[0]) return; // another one was chosen meanwhile
      field.value = JSON.stringify(x.rows.slice(0, MOST_SENT));
      input.name = '';
      told.textContent = `Read from ${x.source}: ${x.films} films seen, ${x.rated} of them rated. At most the newest 10,000 are used. ` +
        `Passed over: ${x.listed} rows of a list or watchlist, ${x.left_out} of shows, ${x.unusable + x.bad_ratings} not readable.` +
        (x.cut_short ? ' The file is not whole.' : '');
    } catch (e) {
      told.textContent = e.message;
    }
  });
}
