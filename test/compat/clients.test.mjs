// Published clients of TMDb, OMDb and Stremio, as they come from npm, against the program that
// KINODEX names, on the starter library. Nothing of theirs is changed but the address they
// ask. What they answer with is held against version 2 of our own interface. docs/compat.md
// lists the calls; the last test compares.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { Kinodex } from '../connector/service.mjs';

const require = createRequire(import.meta.url);
const { MovieDb } = require('moviedb-promise');
const { TMDB } = require('tmdb-ts');
const { Client: ImdbApi } = require('imdb-api');
const OmdbApi = require('omdb-api-pt');
const { detectFromURL } = require('stremio-addon-client');
const { lintManifest } = require('stremio-addon-linter');

const dir = mkdtempSync(join(tmpdir(), 'kinodex-clients-'));
const kinodex = new Kinodex(process.env.KINODEX, dir);

// Films of the starter library.
const thirdMan = { id: 'tt0041959', number: 1092 };
let service, key, own;

before(async () => {
	service = await kinodex.serve('clients', '--compat', 'tmdb,omdb,stremio');
	key = await service.key('studio');
	own = async (path) => {
		const answer = await fetch(`${service.base}/api/v2/${path}`, { headers: { 'X-API-Key': key } });
		assert.equal(answer.status, 200, path);
		return (await answer.json()).data;
	};
}, { timeout: 180_000 });
after(async () => {
	await kinodex.stop();
	rmSync(dir, { recursive: true, force: true });
});

/** The calls that were made and passed, by client. */
const passed = new Map();

/** A call of a client. */
function call(client, name, run) {
	test(`${client}: ${name}`, { timeout: 60_000 }, async () => {
		await run();
		passed.set(client, [...(passed.get(client) ?? []), name]);
	});
}

/** The client's answer about The Third Man is what our own interface says. */
async function isTheThirdMan(movie) {
	const film = await own(`films/${thirdMan.id}`);
	assert.equal(movie.id, thirdMan.number);
	assert.equal(movie.title, film.title);
	assert.equal(movie.overview, film.overview ?? '');
	assert.equal(movie.vote_average, film.ratings.filmdb);
	assert.equal(movie.vote_count, film.ratings.filmdb_votes);
	assert.equal(movie.release_date, film.release_date ?? '');
	return film;
}

/** All pages of a list have each result once. */
async function walk(ask, most = 5) {
	const met = new Set();
	let pages;
	for (let page = 1; page <= Math.min(most, pages ?? 1); page++) {
		const list = await ask(page);
		assert.equal(list.page, page);
		pages = list.total_pages;
		assert.equal(pages, Math.min(500, Math.ceil(list.total_results / 20)));
		for (const one of list.results) {
			assert.ok(!met.has(one.id), `${one.id} twice`);
			met.add(one.id);
		}
	}
	return met;
}

// moviedb-promise: a client that takes the base address, and puts the key into the query.

const moviedb = () => new MovieDb(key, `${service.base}/tmdb/3/`);

call('moviedb-promise', 'configuration', async () => {
	const { images } = await moviedb().configuration();
	assert.ok(images.secure_base_url.startsWith(service.base));
	assert.ok(images.poster_sizes.includes('w342'));
});
call('moviedb-promise', 'movieInfo', async () => {
	const film = await isTheThirdMan(await moviedb().movieInfo(thirdMan.number));
	const all = await moviedb().movieInfo({ id: thirdMan.id, append_to_response: 'credits,keywords,images,external_ids,release_dates,alternative_titles,videos,similar' });
	await isTheThirdMan(all);
	assert.deepEqual(all.credits.cast.map((c) => c.name), film.cast.map((c) => c.name));
	assert.ok(all.credits.crew.some((c) => c.job === 'Director' && c.department === 'Directing' && film.director.includes(c.name)));
	assert.deepEqual(all.keywords.keywords.map((k) => k.name), film.keywords);
	assert.equal(all.external_ids.imdb_id, thirdMan.id);
	assert.ok(all.similar.results.length > 0);
	assert.equal(all.runtime, film.runtime);
});
call('moviedb-promise', 'movieInfo of nothing', async () => {
	await assert.rejects(moviedb().movieInfo(999_999_999), (error) => error.response.status === 404 && error.response.data.status_code === 34);
	await assert.rejects(new MovieDb('wrong', `${service.base}/tmdb/3/`).movieInfo(1), (error) => error.response.status === 401 && error.response.data.status_code === 7);
});
for (const [name, member] of Object.entries({
	movieCredits: 'cast', movieKeywords: 'keywords', movieImages: 'posters', movieReleaseDates: 'results', movieAlternativeTitles: 'titles',
	movieExternalIds: 'imdb_id', movieVideos: 'results', movieTranslations: 'translations', movieWatchProviders: 'results',
})) {
	call('moviedb-promise', name, async () => {
		const answer = await moviedb()[name]({ id: thirdMan.number });
		assert.equal(answer.id, thirdMan.number);
		assert.notEqual(answer[member], undefined);
	});
}
call('moviedb-promise', 'movieSimilar', async () => {
	const similar = await own(`films/${thirdMan.id}/similar?limit=100`);
	const met = await walk((page) => moviedb().movieSimilar({ id: thirdMan.number, page }));
	assert.equal(met.size, similar.length);
	for (const film of similar.slice(0, 3)) {
		const { external_ids } = await own(`films/${film.filmdb_id}`);
		assert.ok(met.has(external_ids.moviedb_id ?? 1e9 + Number(film.filmdb_id.slice(2))), film.title);
	}
});
call('moviedb-promise', 'movieRecommendations', async () => {
	const met = await walk((page) => moviedb().movieRecommendations({ id: thirdMan.number, page }));
	assert.ok(met.size > 0 && !met.has(thirdMan.number));
});
call('moviedb-promise', 'moviePopular', async () => assert.equal((await walk((page) => moviedb().moviePopular({ page }), 3)).size, 60));
call('moviedb-promise', 'movieTopRated', async () => {
	const { results } = await moviedb().movieTopRated({ page: 1 });
	assert.deepEqual(results.map((r) => r.vote_average), results.map((r) => r.vote_average).toSorted((a, b) => b - a));
});
call('moviedb-promise', 'find', async () => {
	const found = await moviedb().find({ id: thirdMan.id, external_source: 'imdb_id' });
	await isTheThirdMan(found.movie_results[0]);
	assert.deepEqual(found.tv_results, []);
});
call('moviedb-promise', 'searchMovie', async () => {
	await isTheThirdMan((await moviedb().searchMovie({ query: 'third man', year: 1949 })).results[0]);
	const film = await own(`films/${thirdMan.id}`);
	const named = await moviedb().searchMovie({ query: film.director });
	assert.ok(named.results.every((r) => r.title.toLowerCase() !== film.title.toLowerCase()), 'a name is no title');
	assert.equal((await moviedb().searchMovie({ query: 'qqqqqq zzzzzz' })).total_results, 0);
});
call('moviedb-promise', 'searchPerson', async () => {
	const { results } = await moviedb().searchPerson({ query: 'joseph cotten' });
	assert.equal(results[0].name, 'Joseph Cotten');
	const one = await moviedb().personInfo({ id: results[0].id, append_to_response: 'movie_credits' });
	assert.ok(one.movie_credits.cast.some((c) => c.id === thirdMan.number));
});
call('moviedb-promise', 'searchMulti', async () => {
	const { results } = await moviedb().searchMulti({ query: 'cotten' });
	assert.ok(results.some((r) => r.media_type === 'person' && r.name === 'Joseph Cotten'));
});
call('moviedb-promise', 'discoverMovie', async () => {
	const list = await own('films?genre=Crime&year_min=1950&year_max=1959&sort=filmdb_votes:desc&limit=20');
	const { results, total_results } = await moviedb().discoverMovie({
		with_genres: '80', 'primary_release_date.gte': '1950-01-01', 'primary_release_date.lte': '1959-12-31', sort_by: 'popularity.desc',
	});
	assert.deepEqual(results.map((r) => r.title), list.map((f) => f.title));
	assert.equal((await walk((page) => moviedb().discoverMovie({ with_genres: '80', primary_release_year: 1955, page }), 10)).size > 0, total_results > 0);
	const { cast } = await moviedb().movieCredits(thirdMan.number);
	const with_cast = cast.slice(0, 2).map((c) => c.id).join(',');
	assert.ok((await moviedb().discoverMovie({ with_cast })).results.some((r) => r.id === thirdMan.number));
	await assert.rejects(moviedb().discoverMovie({ with_companies: '287' }), (error) => error.response.data.status_code === 5);
});
call('moviedb-promise', 'keywordMovies', async () => {
	const { keywords } = await moviedb().movieKeywords(thirdMan.number);
	assert.ok((await walk((page) => moviedb().keywordMovies({ id: keywords[0].id, page }), 50)).has(thirdMan.number));
});
call('moviedb-promise', 'collectionInfo', async () => {
	const { name, parts } = await moviedb().collectionInfo(10194);
	const list = await own('films?collection=10194&sort=year:asc&limit=20');
	assert.equal(name, 'Toy Story Collection');
	assert.deepEqual(parts.map((p) => p.title), list.map((f) => f.title));
});
call('moviedb-promise', 'changedMovies', async () => {
	const { results, total_results } = await moviedb().changedMovies({ start_date: '2020-01-01', end_date: '2020-01-02' });
	assert.deepEqual([results, total_results], [[], 0]);
});
call('moviedb-promise', 'genreMovieList', async () => {
	const { genres } = await moviedb().genreMovieList();
	assert.ok(genres.some((g) => g.id === 878 && g.name === 'Science Fiction'));
	const { results } = await moviedb().discoverMovie({ with_genres: String(genres.find((g) => g.name === 'Film-Noir').id) });
	assert.ok(results.length > 0);
});
call('moviedb-promise', 'personInfo', async () => {
	const { cast } = await moviedb().movieCredits(thirdMan.number);
	const one = await moviedb().personInfo(cast[0].id);
	assert.equal(one.name, cast[0].name);
	assert.equal(one.birthday, null);
});
call('moviedb-promise', 'personMovieCredits', async () => {
	const { cast } = await moviedb().movieCredits(thirdMan.number);
	const credits = await moviedb().personMovieCredits(cast[0].id);
	assert.ok(credits.cast.some((c) => c.id === thirdMan.number && c.title === 'The Third Man'));
});

// tmdb-ts: typed, sends the key as Bearer. Its base address is fixed; what it fetches with is
// an option of its own, which leads to the root of our host here, as a name server would.

const tmdb = () => new TMDB(key, {
	fetch: (address, init) => fetch(String(address).replace('https://api.themoviedb.org', service.base), init),
});

call('tmdb-ts', 'configuration.getApiConfiguration', async () => assert.ok((await tmdb().configuration.getApiConfiguration()).images.base_url));
call('tmdb-ts', 'movies.details', async () => {
	const movie = await tmdb().movies.details(thirdMan.number, ['credits', 'images', 'recommendations', 'watch/providers'], 'en-US');
	await isTheThirdMan(movie);
	assert.ok(movie.credits.cast.length > 0 && movie.recommendations.results.length > 0 && movie['watch/providers'].results);
	await assert.rejects(tmdb().movies.details(999_999_999), { status_code: 34 });
});
for (const name of ['alternativeTitles', 'credits', 'externalIds', 'images', 'keywords', 'releaseDates', 'translations', 'videos', 'watchProviders']) {
	call('tmdb-ts', `movies.${name}`, async () => assert.equal((await tmdb().movies[name](thirdMan.number)).id, thirdMan.number));
}
for (const name of ['similar', 'recommendations']) {
	call('tmdb-ts', `movies.${name}`, async () => assert.ok((await walk((page) => tmdb().movies[name](thirdMan.number, { page }))).size > 0));
}
for (const name of ['popular', 'topRated']) {
	call('tmdb-ts', `movies.${name}`, async () => assert.equal((await tmdb().movies[name]({ page: 2 })).page, 2));
}
call('tmdb-ts', 'search.movies', async () => isTheThirdMan((await tmdb().search.movies({ query: 'The Third Man' })).results[0]));
call('tmdb-ts', 'search.people', async () => assert.equal((await tmdb().search.people({ query: 'Orson Welles' })).results[0].name, 'Orson Welles'));
call('tmdb-ts', 'search.multi', async () => assert.equal((await tmdb().search.multi({ query: 'The Third Man' })).results[0].media_type, 'movie'));
call('tmdb-ts', 'find.byExternalId', async () => isTheThirdMan((await tmdb().find.byExternalId(thirdMan.id, { external_source: 'imdb_id' })).movie_results[0]));
call('tmdb-ts', 'discover.movie', async () => {
	const { results } = await tmdb().discover.movie({ sort_by: 'vote_average.desc', 'vote_count.gte': 100_000 });
	assert.ok(results.length > 0 && results.every((r) => r.vote_count >= 100_000));
});
call('tmdb-ts', 'genres.movies', async () => assert.ok((await tmdb().genres.movies()).genres.length > 10));
call('tmdb-ts', 'people.details', async () => {
	const welles = (await tmdb().search.people({ query: 'Orson Welles' })).results[0].id;
	assert.equal((await tmdb().people.details(welles, ['movie_credits', 'images', 'external_ids'])).name, 'Orson Welles');
	assert.ok((await tmdb().people.movieCredits(welles)).cast.some((c) => c.title === 'Citizen Kane'));
});

// Pictures, as clients make their addresses.

call('moviedb-promise', 'addresses of pictures', async () => {
	const { images } = await moviedb().configuration();
	const { results } = await moviedb().discoverMovie({ sort_by: 'popularity.desc' });
	const withPoster = results.filter((r) => r.poster_path);
	assert.ok(withPoster.length > 0);
	for (const one of withPoster.slice(0, 5)) {
		const answer = await fetch(images.secure_base_url + 'w342' + one.poster_path, { redirect: 'manual' });
		assert.equal(answer.status, 302, one.title);
		assert.match(answer.headers.get('location'), /^https?:\/\//);
	}
});

// imdb-api and omdb-api-pt: clients of OMDb that take the base address.

const imdbApi = () => new ImdbApi({ apiKey: key, baseURL: `${service.base}/omdb/` });

call('imdb-api', 'get by id', async () => {
	const film = await own(`films/${thirdMan.id}`);
	const movie = await imdbApi().get({ id: thirdMan.id });
	assert.equal(movie.title, film.title);
	assert.equal(movie.year, film.year);
	assert.equal(movie.rating, film.ratings.filmdb);
	assert.equal(movie.votes.replaceAll(',', ''), String(film.ratings.filmdb_votes));
	assert.equal(movie.director, film.director);
	assert.equal(movie.imdbid, thirdMan.id);
});
call('imdb-api', 'get by name and year', async () => {
	assert.equal((await imdbApi().get({ name: 'The Third Man', year: 1949 })).imdbid, thirdMan.id);
	await assert.rejects(imdbApi().get({ name: 'qqqqqq zzzzzz' }), { message: /^Movie not found!/ });
	await assert.rejects(imdbApi().get({ id: 'nonsense' }), { message: /^Incorrect IMDb ID/ });
});
call('imdb-api', 'search', async () => {
	let found = await imdbApi().search({ name: 'man' });
	const met = new Set();
	for (let page = 1; page <= Math.min(3, Math.ceil(found.totalresults / 10)); page++) {
		for (const one of found.results) {
			assert.ok(!met.has(one.imdbid), one.title);
			met.add(one.imdbid);
		}
		found = await imdbApi().search({ name: 'man' }, page + 1);
	}
	assert.ok(met.size > 20);
});

const omdbApi = () => new OmdbApi({ apiKey: key, baseUrl: `${service.base}/` });

call('omdb-api-pt', 'byId', async () => {
	assert.equal((await omdbApi().byId({ imdb: thirdMan.id, plot: 'full' })).Title, 'The Third Man');
	assert.equal((await omdbApi().byId({ title: 'The Third Man', year: 1949, type: 'movie' })).imdbID, thirdMan.id);
	assert.equal((await omdbApi().byId({ imdb: 'tt9999999' })).Response, 'False');
});
call('omdb-api-pt', 'bySearch', async () => {
	const found = await omdbApi().bySearch({ search: 'third man', year: 1949 });
	assert.equal(found.Search[0].imdbID, thirdMan.id);
	assert.equal(found.Response, 'True');
});

// stremio-addon-client and stremio-addon-linter: what Stremio's own programs find, check and ask an
// add-on with, by its address alone: without a key, and with one in the path.

const addOns = () => [`${service.base}/stremio/manifest.json`, `${service.base}/stremio/${key}/manifest.json`];

/** The add-on as each of its addresses gives it. */
async function eachAddOn(run) {
	for (const address of addOns()) {
		const { addon } = await detectFromURL(address);
		await run(addon);
	}
}

call('stremio-addon-linter', 'lintManifest', async () => {
	for (const address of addOns()) {
		const answer = await fetch(address, { headers: { Origin: 'https://web.example' } });
		assert.equal(answer.headers.get('access-control-allow-origin'), '*');
		assert.deepEqual(lintManifest(await answer.json()), { valid: true, errors: [], warnings: [] });
	}
});
call('stremio-addon-client', 'detectFromURL', async () => {
	await eachAddOn(async (addon) => {
		assert.equal(addon.manifest.name, 'Kinodex');
		for (const address of [addon.manifest.logo, addon.manifest.background]) {
			assert.equal((await fetch(address)).headers.get('content-type'), 'image/png');
		}
	});
	await assert.rejects(detectFromURL(`${service.base}/stremio/wrong/manifest.json`));
});
call('stremio-addon-client', 'isSupported', () => eachAddOn(async (addon) => {
	for (const { type, id } of addon.manifest.catalogs) {
		assert.ok(addon.isSupported('catalog', type, id), id);
	}
	assert.ok(addon.isSupported('meta', 'movie', thirdMan.id));
	assert.ok(!addon.isSupported('meta', 'series', thirdMan.id) && !addon.isSupported('meta', 'movie', 'kitsu:1') && !addon.isSupported('stream', 'movie', thirdMan.id));
}));
call('stremio-addon-client', 'get catalog', () => eachAddOn(async (addon) => {
	const ask = async (id, extra) => (await addon.get('catalog', 'movie', id, extra)).metas;
	const list = await own('films?sort=filmdb_votes:desc&limit=100&fields=title');
	assert.deepEqual((await ask('known')).map((m) => m.name), list.map((f) => f.title));
	const second = await ask('known', { skip: 100 });
	assert.equal(second.length, 100);
	assert.ok(second.every((m) => m.type === 'movie' && m.id.startsWith('tt') && m.poster && !list.some((f) => f.filmdb_id === m.id)));
	for (const catalog of addon.manifest.catalogs) {
		for (const option of catalog.extra.find((e) => e.name === 'genre')?.options.slice(0, 3) ?? []) {
			const found = await ask(catalog.id, { genre: option });
			assert.ok(catalog.id === 'rated' || found.length > 0, option);
			assert.ok(found.every((m) => m.genres.includes(option) || m.releaseInfo.startsWith(option.slice(0, 3))), option);
		}
	}
	for (const search of ['the third man', 'thrid man', 'film noirs of the 1940s with orson welles']) {
		assert.ok((await ask('search', { search })).some((m) => m.id === thirdMan.id), search);
	}
	assert.deepEqual(await ask('search', { search: 'qqqqqq & zzzzzz/=?' }), []);
	assert.deepEqual(await ask('known', { genre: 'No such genre' }), []);
	await assert.rejects(addon.get('catalog', 'movie', 'nonsense'), (error) => error.code === 7);
}));
call('stremio-addon-client', 'get meta', () => eachAddOn(async (addon) => {
	const film = await own(`films/${thirdMan.id}`);
	const { meta } = await addon.get('meta', 'movie', thirdMan.id);
	assert.equal(meta.name, film.title);
	assert.equal(meta.description, film.overview ?? undefined);
	assert.equal(meta.imdbRating, film.ratings.filmdb.toFixed(1));
	assert.equal(meta.runtime, `${film.runtime} min`);
	assert.deepEqual(meta.director.join(', '), film.director);
	assert.deepEqual(meta.cast, film.cast.slice(0, 12).map((c) => c.name));
	assert.ok(meta.links.every((l) => l.name && l.category && /^(stremio:\/\/\/|http)/.test(l.url)));
	assert.ok(!JSON.stringify(meta).includes(key));
	await assert.rejects(addon.get('meta', 'movie', 'tt9999999'), (error) => error.code === 7);
}));

test('docs/compat.md lists the calls that pass', () => {
	const text = readFileSync(new URL('../../docs/compat.md', import.meta.url), 'utf8');
	for (const [client, calls] of passed) {
		const row = text.split('\n').find((line) => line.startsWith(`| \`${client}\``));
		assert.ok(row, client);
		const listed = row.split('|')[3].split(',').map((name) => name.trim().replaceAll('`', ''));
		assert.deepEqual(listed.toSorted(), calls.toSorted(), client);
	}
});
