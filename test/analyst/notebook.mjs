// An analyst's notebook: takes a snapshot home as Parquet, asks it ten questions with DuckDB
// and draws three charts, from the file alone.
//
//   node notebook.mjs films.parquet OUT [stats.json]
//
// OUT gets notebook.md and the charts. With the answer of /api/v1/stats beside it, totals
// that differ from it end this with 1.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { DuckDBInstance } from '@duckdb/node-api';

import { bars, line } from './chart.mjs';
import { questions } from './questions.mjs';

const [file, out, stats] = process.argv.slice(2);
if (!file || !out) {
	console.error('usage: node notebook.mjs films.parquet OUT [stats.json]');
	process.exit(2);
}
mkdirSync(out, { recursive: true });
const db = await (await DuckDBInstance.create(':memory:')).connect();
await db.run(`CREATE VIEW films AS SELECT * FROM read_parquet('${file.replaceAll("'", "''")}')`);

/** Returns the rows of a query, numbers as numbers. */
async function ask(sql) {
	const rows = (await db.runAndReadAll(sql)).getRowObjectsJson();
	return rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, typeof v === 'string' && /^-?\d+(\.\d+)?$/.test(v) ? Number(v) : v])));
}

const table = (rows) => [Object.keys(rows[0]), Object.keys(rows[0]).map(() => '---'), ...rows.map(Object.values)]
	.map((cells) => `| ${cells.map((c) => String(c ?? '').replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

let page = '# Ten questions to the films\n';
const answers = [];
for (const { title, sql } of questions) {
	const began = performance.now();
	const rows = await ask(sql);
	if (rows.length === 0) {
		throw new Error(`no answer to: ${title}`);
	}
	answers.push(rows);
	page += `\n## ${title}\n\n\`\`\`sql\n${sql}\n\`\`\`\n\n${table(rows)}\n\n${Math.round(performance.now() - began)} ms\n`;
}
const [totals, genres, lengths, , , returns] = answers;
writeFileSync(join(out, 'genres.svg'), bars('Films by genre', 'films', genres.map((r) => [r.genre, r.films])));
writeFileSync(join(out, 'runtimes.svg'), line('Median running time by decade', 'minutes', lengths.filter((r) => r.median_minutes).map((r) => [r.decade, r.median_minutes])));
writeFileSync(join(out, 'returns.svg'), bars('Median return by budget', 'times the budget', returns.map((r) => [r.class.slice(2), Math.max(0, r.median_roi)])));
writeFileSync(join(out, 'notebook.md'), page);

// A question about one year reads a part of the file.
const groups = await ask(`SELECT count(DISTINCT row_group_id) AS all_groups,
  count(DISTINCT row_group_id) FILTER (CAST(stats_min_value AS INT) <= 1994 AND CAST(stats_max_value AS INT) >= 1994) AS of_1994
FROM parquet_metadata('${file.replaceAll("'", "''")}') WHERE path_in_schema = 'year'`);
console.log(`${totals[0].films} films; a question about 1994 reads ${groups[0].of_1994} of ${groups[0].all_groups} row groups`);

if (stats) {
	const { data } = JSON.parse(readFileSync(stats, 'utf8'));
	const differ = [];
	const same = (name, ours, theirs) => ours === theirs || differ.push(`${name}: ${ours} in the file, ${theirs} at /api/v1/stats`);
	same('films', totals[0].films, data.summary.total_films);
	same('with budget', totals[0].with_budget, data.summary.with_budget);
	same('with return', totals[0].with_roi, data.summary.with_roi);
	for (const { genre, films } of genres) {
		same(genre, films, data.genres[genre]?.count);
	}
	for (const { decade, films } of await ask('SELECT year // 10 * 10 AS decade, count(*) AS films FROM films WHERE year IS NOT NULL GROUP BY decade')) {
		same(`${decade}s`, films, data.decades[`${decade}s`]?.count);
	}
	if (differ.length) {
		console.error(differ.join('\n'));
		process.exit(1);
	}
	console.log('totals agree with /api/v1/stats');
}
