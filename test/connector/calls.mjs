// Calls of each of the seventeen tools, and what may come of them.

/** A short screenplay, made up for this. */
export const screenplay = `INT. LIGHTHOUSE - NIGHT

Rain beats on the glass. MARA, 50, winds the lamp by hand. Below, a door slams.

JONAS (O.S.)
The harbour says to put it out.

MARA
The harbour can come up here and do it.

JONAS, 20, soaked, climbs the last of the steps with a radio under his coat.

JONAS
They said an hour. Nobody is out there.

MARA
Somebody always is. Hand me the oil.

He does not move. Far out, a green light blinks once, and is gone.

JONAS
(quietly)
What was that?

EXT. ROCKS - NIGHT

Waves. A small boat turns on its side. A HAND holds on to the rail.

INT. LIGHTHOUSE - CONTINUOUS

Mara is already on the stairs. Jonas looks at the radio, then at the lamp. He takes the crank and winds.
`;

/**
 * A call. arguments are given what the calls before it found. denied is the code
 * that callers without the Studio plan and the ai scope get. reads takes what later
 * calls need from the payload, and fails when it is not what it has to be.
 */
export const calls = [
	{
		tool: 'get_account_status', arguments: () => ({}),
		reads(p, found) {
			found.mode = p.mode;
			found.tier = p.tier;
			found.limit = p.daily_limit;
			found.used = p.used_today;
		},
	},
	{
		tool: 'search_films', arguments: () => ({ genre: 'Drama', year_max: 1980, limit: 5 }),
		reads(p, found) {
			need(p.data.length === 5 && p.meta.count === 5, 'five films');
			need(p.data.every((f) => f.genres.includes('Drama') && f.year <= 1980), 'dramas up to 1980');
			found.film = p.data[0].filmdb_id;
			found.title = p.data[0].title;
		},
	},
	{
		tool: 'get_film', arguments: (found) => ({ id: found.film }),
		reads(p, found) {
			need(p.title === found.title, `the film ${found.title}, not ${p.title}`);
			need(p.cast.length <= 15, 'at most 15 of the cast');
		},
	},
	{
		tool: 'get_similar_films', arguments: (found) => ({ id: found.film, limit: 3 }),
		reads(p, found) {
			need(p.data.length > 0 && p.data.length <= 3 && p.data.every((f) => f.filmdb_id !== found.film), 'one to three other films');
		},
	},
	{
		tool: 'get_poster_analysis', arguments: (found) => ({ id: found.poster }),
		reads(p) {
			need(Object.keys(p).length > 3, 'a reading');
		},
	},
	{
		tool: 'recommend_films', arguments: (found) => ({ liked: [found.film], limit: 3 }),
		reads(p) {
			need(JSON.stringify(p).includes('"reasons"'), 'reasons');
		},
	},
	{
		tool: 'get_catalog_stats', arguments: () => ({}),
		reads(p) {
			need(JSON.stringify(p).length > 500, 'figures');
		},
	},
	{
		tool: 'search_scripts', arguments: () => ({ limit: 2, offset: 1 }),
		reads(p, found) {
			need(p.data.length === 2 && p.meta.offset === 1, 'the second and third');
			found.script = p.data[0].filmdb_id;
		},
	},
	{
		tool: 'get_script', arguments: (found) => ({ id: found.script }),
		reads(p, found) {
			need(p.filmdb_id === found.script, 'the script asked for');
			need(!('series' in p), 'no series unless asked for');
		},
	},
	{
		tool: 'get_script', arguments: (found) => ({ id: found.script, series: true }),
		reads(p, found) {
			need(p.filmdb_id === found.script && 'series' in p, 'the script with its series');
		},
	},
	{
		tool: 'analyze_screenplay', arguments: () => ({ text: screenplay }),
		reads(p) {
			need(Object.values(p.comparisons).every((c) => 'percentile' in c), 'percentiles');
		},
	},
	{
		tool: 'predict_project_outcome', arguments: () => ({ title: 'The Lamp', genres: ['Drama'], budget: 5_000_000 }),
		reads(p) {
			need(JSON.stringify(p).includes('confidence'), 'a confidence');
		},
	},
	{
		tool: 'list_style_guides', arguments: () => ({ discipline: 'writers' }),
		reads(p, found) {
			need(p.data.length > 0 && p.meta.total === p.data.length, 'guides');
			found.style = p.data[0].slug;
		},
	},
	{
		tool: 'get_style_guide', arguments: (found) => ({ discipline: 'writers', name: found.style }),
		reads(p, found) {
			need(p.slug === found.style, 'the guide asked for');
		},
	},
	{
		tool: 'ai_script_coverage', arguments: () => ({ text: screenplay, focus: 'structure' }), denied: 'SCOPE_NOT_LICENSED',
		reads(p) {
			need(p.result && p.model.deterministic === true, 'a result of the built-in engine');
		},
	},
	{
		tool: 'ai_rewrite_scene', arguments: (found) => ({ text: screenplay, style: found.style }), denied: 'SCOPE_NOT_LICENSED',
		reads(p) {
			need(p.result && p.model.deterministic === true, 'a result of the built-in engine');
		},
	},
	{
		tool: 'search', arguments: (found) => ({ query: found.title }),
		reads(p, found) {
			need(p.results.some((r) => r.id === `film:${found.film}`), `film:${found.film} among the results`);
			need(p.results.every((r) => URL.canParse(r.url)), 'addresses to cite');
			found.cited = p.results[0];
		},
	},
	{
		tool: 'fetch', arguments: (found) => ({ id: found.cited.id }),
		reads(p, found) {
			need(p.id === found.cited.id && p.url === found.cited.url && p.text.length > 0, 'the text of what was cited');
		},
	},
];

/** The names of the tools, each once. */
export const toolNames = [...new Set(calls.map((c) => c.tool))].sort();


/** Calls that are refused whoever asks, with the code and the field that is named. */
export const refusals = [
	{ tool: 'search_films', arguments: { limit: 101 }, code: 'INVALID_INPUT', field: 'limit' },
	{ tool: 'search_films', arguments: { min_rating: 'high' }, code: 'INVALID_INPUT', field: 'min_rating' },
	{ tool: 'get_film', arguments: {}, code: 'INVALID_INPUT', field: 'id' },
	{ tool: 'get_film', arguments: { film_id: 'tt0041959' }, code: 'INVALID_INPUT', field: 'film_id' },
	{ tool: 'recommend_films', arguments: { liked: [] }, code: 'INVALID_INPUT', field: 'liked' },
	{ tool: 'search_scripts', arguments: { tier: 'Z' }, code: 'INVALID_INPUT', field: 'tier' },
	{ tool: 'analyze_screenplay', arguments: { text: 'too short' }, code: 'INVALID_INPUT', field: 'text' },
	{ tool: 'fetch', arguments: { id: 'book:1' }, code: 'INVALID_INPUT', field: 'id' },
	{ tool: 'get_film', arguments: { id: 'tt9999999999' }, code: 'NOT_FOUND' },
	{ tool: 'get_style_guide', arguments: { discipline: 'writers', name: 'nobody-of-this-name' }, code: 'NOT_FOUND' },
];

/** Fails unless it holds. */
export function need(holds, what) {
	if (!holds) {
		throw new Error(`not there: ${what}`);
	}
}
