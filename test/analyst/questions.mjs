// Ten questions to the Parquet file of a snapshot. Each is plain SQL that DuckDB runs on the
// file alone; docs/bulk.md shows them.

export const questions = [
	{
		title: 'How many films are there, and of how many is the money known?',
		sql: `SELECT count(*) AS films, count(budget) AS with_budget, count(worldwide_gross) AS with_gross, count(roi) AS with_roi
FROM films`,
	},
	{
		title: 'How are films of a genre rated in the middle, and how many are there?',
		sql: `SELECT genre, count(*) AS films, round(median(filmdb_rating), 2) AS median_rating
FROM (SELECT unnest(genres) AS genre, filmdb_rating FROM films)
GROUP BY genre ORDER BY films DESC, genre LIMIT 12`,
	},
	{
		title: 'How long are films, decade by decade?',
		sql: `SELECT year // 10 * 10 AS decade, count(runtime) AS films, median(runtime) AS median_minutes
FROM films WHERE year IS NOT NULL GROUP BY decade ORDER BY decade`,
	},
	{
		title: 'Who plays in the most films?',
		sql: `SELECT role.name AS name, count(DISTINCT filmdb_id) AS films
FROM (SELECT filmdb_id, unnest("cast") AS role FROM films)
GROUP BY name ORDER BY films DESC, name LIMIT 10`,
	},
	{
		title: 'Which directors of five films or more have the best mean master score?',
		sql: `SELECT director, count(*) AS films, round(avg(master_score), 2) AS mean_score
FROM films WHERE director IS NOT NULL AND director NOT LIKE '%,%'
GROUP BY director HAVING count(*) >= 5 ORDER BY mean_score DESC, director LIMIT 10`,
	},
	{
		title: 'What did films of a budget class return in the middle?',
		sql: `SELECT CASE WHEN budget < 1e6 THEN '1 micro' WHEN budget < 10e6 THEN '2 low' WHEN budget < 40e6 THEN '3 mid' WHEN budget < 100e6 THEN '4 high' ELSE '5 blockbuster' END AS class,
  count(*) AS films, round(median(roi), 2) AS median_roi
FROM films WHERE roi IS NOT NULL GROUP BY class ORDER BY class`,
	},
	{
		title: 'In which month do the films with the largest grosses come out?',
		sql: `SELECT month(release_date) AS month, count(*) AS films, median(worldwide_gross)::BIGINT AS median_gross
FROM films WHERE worldwide_gross > 0 AND release_date IS NOT NULL GROUP BY month ORDER BY month`,
	},
	{
		title: 'Which two genres stand together most often?',
		sql: `SELECT a.genre AS one, b.genre AS other, count(*) AS films
FROM (SELECT filmdb_id, unnest(genres) AS genre FROM films) a
JOIN (SELECT filmdb_id, unnest(genres) AS genre FROM films) b ON a.filmdb_id = b.filmdb_id AND a.genre < b.genre
GROUP BY one, other ORDER BY films DESC, one, other LIMIT 10`,
	},
	{
		title: 'Which films do users like far better than critics?',
		sql: `SELECT title, year, filmdb_rating, critics_rating, round(filmdb_rating * 10 - critics_rating, 1) AS difference
FROM films WHERE critics_rating IS NOT NULL AND filmdb_votes >= 10000
ORDER BY difference DESC, filmdb_id LIMIT 10`,
	},
	{
		title: 'Who says what a film cost, and how often?',
		sql: `SELECT p.source AS source, count(*) AS budgets
FROM (SELECT unnest(provenance) AS p FROM films)
WHERE p.metric = 'budget' GROUP BY source ORDER BY budgets DESC, source`,
	},
];
