// What Deno runs of the client: node service.test.mjs starts it, with the address and a key.
import { APIError, Kinodex, MemoryCache } from "../dist/index.js";

const [base, key] = Deno.args;
const client = new Kinodex(base, { key, cache: new MemoryCache() });
const told = { walked: 0, streamed: 0, cached: [], code: "" };
for await (const film of client.allFilms({ fields: "title" })) told.walked += film ? 1 : 0;
for await (const film of client.streamFilms({ fields: "title" })) told.streamed += film ? 1 : 0;
for (let i = 0; i < 2; i++) told.cached.push((await client.getFilm("tt0068646").withResponse()).cached);
try {
  await client.getFilm("tt9999999");
} catch (error) {
  told.code = error instanceof APIError ? error.code : String(error);
}
console.log(JSON.stringify(told));
