// What the client does by itself, beside a server that misbehaves on purpose.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";

import { APIError, ConnectionError, CorruptDownloadError, isCode, Kinodex, KinodexError, MemoryCache, readSnapshot } from "../dist/node.js";

const FILM = { data: { filmdb_id: "tt1", title: "A", year: 1950 } };

const says = (status, body, headers = {}) => (_, answer) => {
  answer.writeHead(status, headers);
  answer.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
};
const refuses = (status, code, headers) => says(status, { error: { code, message: "no", status, param: "limit", request_id: "req_1", docs_url: "d" } }, headers);
const breaks = (_, answer) => {
  answer.writeHead(200, { "Content-Length": 1000 });
  answer.write('{"data":', () => answer.destroy());
};

/** Returns a client of a server that gives the answers one after the other, the last one again and again, and the requests it got. */
async function answering(t, settings, ...answers) {
  const seen = [];
  const server = createServer(async (request, answer) => {
    let sent = "";
    for await (const piece of request) sent += piece;
    seen.push({ url: request.url, headers: request.headers, sent });
    answers[Math.min(seen.length, answers.length) - 1](request, answer);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => (server.closeAllConnections(), server.close()));
  return { client: new Kinodex(`http://127.0.0.1:${server.address().port}/`, { key: "kdx_test_1", ...settings }), seen };
}

for (const [name, first] of Object.entries({
  "a broken connection": breaks, 408: refuses(408, "request_timeout"), 429: refuses(429, "rate_limited", { "Retry-After": "0" }),
  500: refuses(500, "internal_error"), "503 of a proxy": says(503, "<html>"), "a conflict that ends": refuses(409, "conflict", { "Retry-After": "1" }),
})) {
  test(`after ${name} it is tried again`, async (t) => {
    const { client, seen } = await answering(t, {}, first, says(200, FILM));
    const told = await client.getFilm("tt1").withResponse();
    assert.deepEqual([told.data.title, told.tries, seen.length], ["A", 2, 2]);
  });
}

test("what is refused is not tried again", async (t) => {
  for (const [answer, code] of [
    [refuses(400, "invalid_parameter"), "invalid_parameter"], [refuses(404, "film_not_found"), "film_not_found"],
    [refuses(409, "conflict"), "conflict"], [refuses(429, "quota_exceeded", { "Retry-After": "40000" }), "quota_exceeded"],
  ]) {
    const { client, seen } = await answering(t, {}, answer);
    await assert.rejects(client.getFilm("tt1"), (e) => e instanceof APIError && isCode(e, code) && e.requestId === "req_1" && e.param === "limit");
    assert.equal(seen.length, 1);
  }
});

test("tries end", async (t) => {
  const { client, seen } = await answering(t, {}, breaks);
  await assert.rejects(client.getFilm("tt1"), (e) => e instanceof ConnectionError && e.tries === 3);
  assert.equal(seen.length, 3);
  await assert.rejects(client.getFilm("tt1", {}, { maxRetries: 0 }), ConnectionError);
  assert.equal(seen.length, 4);
  const slow = await answering(t, { maxRetries: 0, timeout: 50 }, () => {});
  await assert.rejects(slow.client.getFilm("tt1"), (e) => e instanceof ConnectionError && /50 ms/.test(e.message));
  const reason = new Error("enough");
  await assert.rejects(client.getFilm("tt1", {}, { signal: AbortSignal.abort(reason) }), reason);
});

test("all tries have one idempotency key", async (t) => {
  const { client, seen } = await answering(t, {}, breaks, says(201, { data: { id: "k", key: "kdx_live_x" } }));
  assert.equal((await client.createOwnKey()).key, "kdx_live_x");
  const keys = seen.map((q) => q.headers["idempotency-key"]);
  assert.ok(keys[0] && keys[0] === keys[1]);
});

test("an answer that has not changed comes from the cache", async (t) => {
  const quota = { "X-RateLimit-Limit": 200, "X-RateLimit-Remaining": 150, "X-RateLimit-Reset": 1900000000 };
  const { client, seen } = await answering(t, { cache: new MemoryCache(10), sandbox: true, userAgent: "archive/2" },
    says(200, FILM, { ETag: '"1"', ...quota }), says(304, "", { ETag: '"1"' }));
  for (const cached of [false, true]) {
    const told = await client.getFilm("tt1").withResponse();
    assert.deepEqual([told.data.title, told.cached, told.answer, told.quota?.remaining], ["A", cached, FILM, 150]);
  }
  const last = seen[1].headers;
  assert.deepEqual([last["if-none-match"], last["x-sandbox"], last["x-api-key"]], ['"1"', "1", "kdx_test_1"]);
  assert.match(last["user-agent"], /^archive\/2 kinodex-typescript\//);
  assert.deepEqual([client.quota.limit, client.quota.remaining, client.quota.reset.getUTCFullYear()], [200, 150, 2030]);
});

test("a cache forgets what was not used for longest", () => {
  const cache = new MemoryCache(2);
  for (const name of ["a", "b"]) cache.set(name, { tag: name, body: "" });
  cache.get("a");
  cache.set("c", { tag: "c", body: "" });
  assert.deepEqual(["a", "b", "c"].map((name) => cache.get(name)?.tag), ["a", undefined, "c"]);
});

test("parameters are sent as they are", async (t) => {
  const { client, seen } = await answering(t, {}, says(200, { data: [], meta: { total: 0 } }));
  await client.listFilms({ genre: "Drama,Crime", min_rating: 7.5, min_votes: 0, has_poster: true, q: undefined });
  assert.equal(seen[0].url, "/api/v2/films?genre=Drama%2CCrime&min_rating=7.5&min_votes=0&has_poster=true");
  await client.forecastProject({ title: "A", cast: ["B"] });
  assert.equal(seen[1].sent, '{"title":"A","cast":["B"]}');
  await client.listFilms({ fields: ["title", "year"], year_min: 1950 });
  assert.equal(seen[2].url, "/api/v2/films?fields=title%2Cyear&year_min=1950");
});

test("iterators follow pages and stop when asked", async (t) => {
  const pages = [says(200, { data: [{ filmdb_id: "tt1" }, { filmdb_id: "tt2" }], meta: { next_cursor: "c1" } }), says(200, { data: [{ filmdb_id: "tt3" }], meta: { next_cursor: null } })];
  const { client, seen } = await answering(t, {}, ...pages);
  const ids = [];
  for await (const film of client.allFilms({ q: "a" })) ids.push(film.filmdb_id);
  assert.deepEqual(ids, ["tt1", "tt2", "tt3"]);
  assert.deepEqual(seen.map((q) => q.url), ["/api/v2/films?q=a&limit=500", "/api/v2/films?q=a&limit=500&cursor=c1"]);
  const short = await answering(t, {}, ...pages);
  for await (const film of short.client.allFilms()) if (film) break;
  assert.equal(short.seen.length, 1);
});

test("iterators count where there is no cursor", async (t) => {
  const { client, seen } = await answering(t, {}, says(200, { data: [{ id: "1" }, { id: "2" }], meta: { total: 3 } }), says(200, { data: [{ id: "3" }], meta: { total: 3 } }));
  const ids = [];
  for await (const actor of client.allActors()) ids.push(actor.id);
  assert.deepEqual(ids, ["1", "2", "3"]);
  assert.match(seen[1].url, /offset=2/);
});

test("a stream is read by lines, and its end is missed", async (t) => {
  const { client } = await answering(t, {}, (_, answer) => {
    answer.writeHead(200);
    answer.write('{"filmdb_id":"tt1"}\n\n{"film');
    answer.end('db_id":"tt2","title":"é"}\n');
  }, (_, answer) => {
    answer.writeHead(200);
    answer.write('{"filmdb_id":"tt1"}\n{"filmdb_id":"tt2"}\n', () => setTimeout(() => answer.destroy(), 20));
  });
  let films = [];
  for await (const film of client.streamFilms()) films.push(film.filmdb_id);
  assert.deepEqual(films, ["tt1", "tt2"]);
  films = [];
  await assert.rejects(async () => {
    for await (const film of client.streamFilms()) films.push(film.filmdb_id);
  }, ConnectionError);
  assert.equal(films.length, 2);
});

/** Returns a client of a server with a snapshot whose first download breaks in the middle, and whose second finds that the link has expired. */
async function bucket(t, damage = false) {
  const lines = Array.from({ length: 2000 }, (_, i) => JSON.stringify({ filmdb_id: `tt${i}`, title: createHash("sha256").update(String(i)).digest("hex") }) + "\n");
  const file = gzipSync(lines.join(""));
  const digest = createHash("sha256").update(file).digest("hex");
  if (damage) file[file.length - 1] ^= 1;
  const ranges = [], half = file.length >> 1;
  const { client } = await answering(t, {}, (request, answer) => {
    if (!request.url.startsWith("/objects/")) return says(200, { data: { download_url: "/objects/films?signature=1", manifest: { sha256: digest, bytes: file.length } } })(request, answer);
    assert.equal(request.headers["x-api-key"], undefined);
    ranges.push(request.headers.range);
    if (ranges.length === 1 && !damage) {
      answer.writeHead(200, { "Content-Length": file.length });
      answer.write(file.subarray(0, half), () => setTimeout(() => answer.destroy(), 50));
    } else if (ranges.length === 2 && !damage) refuses(403, "link_refused")(request, answer);
    else says(ranges.at(-1) ? 206 : 200, ranges.at(-1) ? file.subarray(half) : file)(request, answer);
  });
  const folder = await mkdtemp(join(tmpdir(), "kinodex-"));
  t.after(() => rm(folder, { recursive: true }));
  return { client, ranges, half, folder };
}

test("a download goes on where it broke", async (t) => {
  const { client, ranges, half, folder } = await bucket(t);
  const path = join(folder, "films.ndjson.gz");
  await client.downloadSnapshot(path);
  assert.deepEqual(ranges, [undefined, `bytes=${half}-`, `bytes=${half}-`]);
  let films = 0;
  for await (const film of readSnapshot(path)) films += film.filmdb_id === `tt${films}` ? 1 : 0;
  assert.equal(films, 2000);
  assert.deepEqual(await readdir(folder), ["films.ndjson.gz"]);
  await assert.rejects(async () => {
    for await (const film of readSnapshot(join(folder, "none"))) assert.fail(film);
  }, { code: "ENOENT" });
});

test("a download that is damaged is not stored", async (t) => {
  const { client, folder } = await bucket(t, true);
  await assert.rejects(client.downloadSnapshot(join(folder, "films.ndjson.gz")), (e) => e instanceof CorruptDownloadError && /describes: its SHA-256 is [0-9a-f]{64} and not [0-9a-f]{64}; it was removed, call again to load it anew$/.test(e.message));
  assert.deepEqual(await readdir(folder), []);
});

test("a download of another length is not stored", async (t) => {
  const { folder } = await bucket(t);
  const { client } = await answering(t, {}, says(200, { data: { download_url: "/objects/films", manifest: { sha256: "0".repeat(64), bytes: 9 } } }), says(200, "ten bytes!"));
  await assert.rejects(client.downloadSnapshot(join(folder, "films.ndjson.gz")), (e) => e instanceof CorruptDownloadError && /describes: it has 10 bytes and not 9; it was removed, call again to load it anew$/.test(e.message));
  assert.deepEqual(await readdir(folder), []);
});

test("a path that cannot be stored at is told", async (t) => {
  const { client, ranges, folder } = await bucket(t);
  await assert.rejects(client.downloadSnapshot(join(folder, "no", "folder")), { code: "ENOENT" });
  await assert.rejects(client.downloadSnapshot(folder), (e) => e instanceof TypeError && e.message.endsWith(`stored as a file, and ${folder} is a directory`));
  assert.deepEqual(ranges, []);
});

test("a download takes the options of a call", async (t) => {
  const { client, seen } = await answering(t, {}, breaks);
  await assert.rejects(client.downloadSnapshot("films", { file: "parquet", maxRetries: 0, headers: { "X-Service-Version": "2" } }), ConnectionError);
  assert.deepEqual(seen.map((q) => [q.url, q.headers["x-service-version"]]), [["/api/v2/catalog/snapshot?format=json&file=parquet", "2"]]);
});

test("a wrong address is told at once", async (t) => {
  for (const base of ["kinodex.example", "127.0.0.1:8080", "https://", "http://a b"]) assert.throws(() => new Kinodex(base), TypeError, base);
  for (const body of ["<!doctype html>", { hello: "world" }, ""]) {
    const { client, seen } = await answering(t, {}, says(200, body));
    await assert.rejects(client.getFilm("tt1"), (e) => e instanceof KinodexError && /the address of the service/.test(e.message));
    assert.equal(seen.length, 1);
  }
});

test("a key does not follow where an address leads", async (t) => {
  const elsewhere = await answering(t, {}, says(200, FILM));
  for (const status of [301, 302, 307, 308]) {
    const { client, seen } = await answering(t, {}, says(status, "", { Location: `${elsewhere.client.baseURL}/api` }));
    const leads = (e) => e instanceof KinodexError && e.message.includes(`leads to ${elsewhere.client.baseURL}/api`);
    await assert.rejects(client.getFilm("tt1"), leads);
    await assert.rejects(client.recommendFilms({ prompt: "a" }), leads);
    await assert.rejects(client.streamFilms().next(), leads);
    assert.deepEqual([seen.length, elsewhere.seen.length], [3, 0]);
  }
});

test("what cannot be sent is told at once", async (t) => {
  assert.throws(() => new Kinodex("http://127.0.0.1", { key: "kdx_live_…" }), (e) => e instanceof TypeError && !e.message.includes("kdx_live"));
  const { client, seen } = await answering(t, {}, says(200, { data: [FILM.data] }));
  await assert.rejects(client.getFilm(""), TypeError);
  assert.equal(seen.length, 0);
});

test("a service that does not run is told as that", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => closed.once("listening", done));
  const { port } = closed.address();
  await new Promise((done) => closed.close(done));
  await assert.rejects(new Kinodex(`http://127.0.0.1:${port}`, { maxRetries: 0 }).getHealth(), (e) => e instanceof ConnectionError && /ECONNREFUSED/.test(e.message));
});

test("a key is sent without space around it", async (t) => {
  const { client, seen } = await answering(t, { key: " kdx_live_1\r\n" }, says(200, FILM));
  await client.getFilm("tt1");
  assert.equal(seen[0].headers["x-api-key"], "kdx_live_1");
});

test("pages and workers are named by their browser", async (t) => {
  const had = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  t.after(() => (had ? Object.defineProperty(globalThis, "navigator", had) : delete globalThis.navigator));
  Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" }, configurable: true });
  const { client, seen } = await answering(t, { userAgent: "archive/2" }, says(200, FILM));
  await client.getFilm("tt1");
  assert.doesNotMatch(seen[0].headers["user-agent"], /archive/);
});

test("a download does not wait forever for its beginning", async (t) => {
  const file = gzipSync('{"filmdb_id":"tt1"}\n');
  const digest = createHash("sha256").update(file).digest("hex");
  let asked = 0;
  const { client } = await answering(t, { timeout: 300 }, (request, answer) => {
    if (!request.url.startsWith("/objects/")) return says(200, { data: { download_url: "/objects/films", manifest: { sha256: digest, bytes: file.length } } })(request, answer);
    if (++asked === 1) return;
    answer.writeHead(200);
    answer.write(file.subarray(0, 10));
    setTimeout(() => answer.end(file.subarray(10)), 600);
  });
  const folder = await mkdtemp(join(tmpdir(), "kinodex-"));
  t.after(() => rm(folder, { recursive: true }));
  await client.downloadSnapshot(join(folder, "films.ndjson.gz"));
  assert.equal(asked, 2);
});

test("what browsers load needs nothing of Node", async () => {
  for (const name of await readdir(new URL("../dist/", import.meta.url))) {
    if (!name.endsWith(".js") || name === "node.js") continue;
    const text = await readFile(new URL(`../dist/${name}`, import.meta.url), "utf8");
    assert.doesNotMatch(text, /\bfrom "(?!\.\/)|\bprocess\b|\bBuffer\b|\brequire\(/, name);
  }
  await wait(0);
});
