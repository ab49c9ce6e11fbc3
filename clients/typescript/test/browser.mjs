// What a browser runs of the client: service.test.mjs serves it to a page of another origin
// than the service's. The page starts it again as a worker, and posts what both met.
import { APIError, Kinodex, MemoryCache } from "../dist/index.js";

const { base, key, small } = Object.fromEntries(new URL(import.meta.url).searchParams);

/** Returns what the service says when it refuses. */
async function refused(call) {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const { code, requestId, retryAfter } = error;
    return { code, named: requestId !== "", waits: retryAfter > 0 };
  }
}

/** Makes calls as a page would, and returns what came of them. */
async function use() {
  const client = new Kinodex(base, { key, cache: new MemoryCache(), userAgent: "page/1" });
  const met = { walked: 0, streamed: 0, cached: [] };
  const { data, requestId, quota, headers } = await client.listFilms({ q: "godfather", limit: 1 }).withResponse();
  met.found = data.data[0].title;
  met.told = [requestId, quota?.limit, quota?.remaining, headers.get("etag")].every((told) => told !== undefined && told !== "" && told !== null);
  const genre = await client.countFilms({ genre: "Film-Noir" });
  for await (const film of client.allFilms({ genre: "Film-Noir", fields: "title", limit: Math.ceil(genre / 2) })) met.walked += film ? 1 : 0;
  met.walked /= genre;
  for await (const film of client.streamFilms({ fields: "title" })) if (film && ++met.streamed === 100) break;
  for (let i = 0; i < 2; i++) met.cached.push((await client.getFilm("tt0068646").withResponse()).cached);
  met.made = (await client.createOwnKey()).key.startsWith("kdx_");
  met.missing = await refused(() => client.getFilm("tt9999999"));
  const poor = new Kinodex(base, { key: small, maxRetries: 0 });
  met.spent = await refused(async () => {
    for (let i = 0; i < 11; i++) await poor.listFilms({ limit: 1, q: String(i) });
  });
  return met;
}

const met = await use().catch((error) => ({ error: String(error) }));
if (!("document" in globalThis)) postMessage(met);
else {
  const worker = new Worker(import.meta.url, { type: "module" });
  const inWorker = await new Promise((done) => {
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => done({ error: message });
  });
  await fetch("/met", { method: "POST", body: JSON.stringify({ page: met, worker: inWorker }) });
}
