// The programs of the README, which tests run.
import { readFile } from "node:fs/promises";

import { isCode, Kinodex, MemoryCache } from "../dist/node.js";

export async function firstFive(address, key) {
  const client = new Kinodex(address, { key });

  // 1. Find films.
  const page = await client.listFilms({ genre: "Drama", year_max: 1959, sort: "filmdb_rating:desc", limit: 5 });
  for (const film of page.data) console.log(film.title, film.ratings.master_score);

  // 2. Get one, with everything that is known of it.
  try {
    const film = await client.getFilm(page.data[0].filmdb_id);
    console.log(film.title, film.cast.length, "in the cast");
  } catch (error) {
    if (!isCode(error, "film_not_found")) throw error;
    console.log("there is no such film");
  }

  // 3. Walk through all that match, page after page.
  let count = 0;
  for await (const film of client.allFilms({ genre: "Comedy", fields: "title,year" })) count += film ? 1 : 0;
  console.log(count, "comedies");

  // 4. Say in words what you would like to see.
  const wish = await client.recommendFilms({ prompt: "a quiet drama about a family" });
  for (const pick of wish.data) console.log(`${pick.film.title}: ${pick.reason}`);

  // 5. Have a screenplay measured.
  const text = await readFile("draft.fountain", "utf8");
  const analysis = await client.analyzeScript({ text });
  console.log("tier", analysis.predicted_tier);
}

export async function settings(address, key) {
  const client = new Kinodex(address, { key, maxRetries: 5, timeout: 20_000, cache: new MemoryCache(1000), sandbox: true });

  const { data, requestId, quota, cached } = await client.getAtlas({ top: 3 }).withResponse();
  console.log(requestId, quota?.remaining, cached, data.data.totals);
}
