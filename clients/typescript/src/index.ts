/**
 * The client of the Kinodex film catalogue and screenplay service.
 *
 *     const client = new Kinodex("https://kinodex.example", { key });
 *     for await (const film of client.allFilms({ genre: "Film-Noir" })) console.log(film.title);
 *
 * A {@link Kinodex} has one method for each operation of the interface. It runs wherever there
 * is fetch: in Node 20 and newer, browsers, Deno. Files on disk need `kinodex/node`.
 */
export * from "./client.ts";
export * from "./errors.ts";
export type * from "./models.ts";
export type { ErrorCode } from "./models.ts";
export { Answer, type Cache, type CachedAnswer, MemoryCache, type Options, type Quota, type RequestOptions, type WithResponse, version } from "./transport.ts";
export { readLines } from "./lines.ts";
