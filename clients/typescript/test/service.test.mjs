// The client beside the real program, which KINODEX names.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createPages } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { APIError, isCode, Kinodex, readSnapshot } from "../dist/node.js";
import { firstFive, settings } from "./firstfive.mjs";

const program = process.env.KINODEX;
const browser = process.env.KINODEX_TEST_BROWSER;
const skip = program ? false : "KINODEX names no program; make test-clients sets it";

/** Runs the program on a library of its own, or on that of KINODEX_TEST_LIBRARY. */
class Service {
  constructor(t) {
    this.data = mkdtempSync(join(tmpdir(), "kinodex-"));
    t.after(async () => {
      await this.kill();
      rmSync(this.data, { recursive: true, force: true });
    });
    if (process.env.KINODEX_TEST_LIBRARY) execFileSync("cp", ["-rl", join(process.env.KINODEX_TEST_LIBRARY, "library"), this.data]);
    this.key = this.keyOf("reader", "studio");
  }

  keyOf(account, tier) {
    return JSON.parse(this.run("key", "create", "--account", account, "--tier", tier, "--name", "test", "--json")).key;
  }

  run(...args) {
    return execFileSync(program, [...args, "--data", this.data], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  }

  async start() {
    this.address ??= await new Promise((done) => {
      const free = createServer().listen(0, "127.0.0.1", () => {
        const { port } = free.address();
        free.close(() => done(`127.0.0.1:${port}`));
      });
    });
    this.process = spawn(program, ["serve", "--data", this.data, "--addr", this.address], { stdio: "ignore" });
    for (let tries = 0; tries < 1200; tries++, await wait(100)) {
      const ready = await fetch(`${this.base}/readyz`).catch(() => undefined);
      if (ready?.ok) return this;
    }
    throw new Error("the service is not ready");
  }

  async kill() {
    if (!this.process || this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await ended;
  }

  get base() {
    return `http://${this.address}`;
  }
}

test("a walk survives a killed service", { skip }, async (t) => {
  const service = await new Service(t).start();
  const client = new Kinodex(service.base, { key: service.key, maxRetries: 12 });
  const { total } = (await client.listFilms({ limit: 1 })).meta;
  const seen = new Set();
  let again;
  for await (const film of client.allFilms({ fields: "title", limit: total < 5000 ? 100 : 500 })) {
    assert.ok(!seen.has(film.filmdb_id), `${film.filmdb_id} came twice`);
    seen.add(film.filmdb_id);
    if (seen.size === total >> 1) {
      await service.kill();
      again = wait(1000).then(() => service.start());
    }
  }
  await again;
  assert.equal(seen.size, total);
  assert.ok(total > 0);
  t.diagnostic(`${total} films`);
});

test("the stream and the snapshot have every film", { skip }, async (t) => {
  const service = await new Service(t).start();
  service.run("snapshot", "build");
  const client = new Kinodex(service.base, { key: service.key });
  const { total } = (await client.listFilms({ limit: 1 })).meta;
  let streamed = 0, stored = 0;
  for await (const film of client.streamFilms({ fields: "title" })) streamed += film ? 1 : 0;
  const path = join(service.data, "films.ndjson.gz");
  const manifest = await client.downloadSnapshot(path);
  for await (const film of readSnapshot(path)) stored += film ? 1 : 0;
  const table = join(service.data, "films.parquet");
  assert.equal((await client.downloadSnapshot(table, { file: "parquet" })).format, "parquet");
  assert.equal(readFileSync(table).toString("latin1", 0, 4), "PAR1");
  assert.deepEqual([streamed, stored, manifest.film_count], [total, total, total]);
});

test("films are counted", { skip }, async (t) => {
  const service = await new Service(t).start();
  const client = new Kinodex(service.base, { key: service.key });
  for (const params of [{}, { genre: "Drama", year_max: 1959, limit: 3 }, { genre: "Drama", year_min: 9999 }]) {
    assert.equal(await client.countFilms(params), (await client.listFilms(params)).meta.total);
  }
});

test("the first five things", { skip }, async (t) => {
  const service = await new Service(t).start();
  t.mock.method(console, "log", () => {});
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(new URL("../../../docs/examples", import.meta.url).pathname);
  await firstFive(service.base, service.key);
  await settings(service.base, service.key);
  await assert.rejects(new Kinodex(service.base, { key: service.key + "x" }).getAccount(), (e) => e instanceof APIError && isCode(e, "invalid_api_key"));
});

test("it runs in Deno", { skip }, async (t) => {
  const service = await new Service(t).start();
  const deno = new URL("../../../test/clients/node_modules/.bin/deno", import.meta.url).pathname;
  const { hostname, port } = new URL(service.base);
  const script = new URL("deno.mjs", import.meta.url).pathname;
  const printed = execFileSync(deno, ["run", "--no-remote", `--allow-net=${hostname}:${port}`, script, service.base, service.key], { encoding: "utf8" });
  const { total } = (await new Kinodex(service.base, { key: service.key }).listFilms({ limit: 1 })).meta;
  assert.deepEqual(JSON.parse(printed), { walked: total, streamed: total, cached: [false, true], code: "film_not_found" });
});

// The page is of another origin than the service, once on this machine and once elsewhere,
// where plain HTTP has no crypto.subtle.
test("it runs in a browser", { skip: skip || (browser ? false : "KINODEX_TEST_BROWSER names no browser") }, async (t) => {
  const service = await new Service(t).start();
  const met = {
    found: "The Godfather", told: true, walked: 1, streamed: 100, cached: [false, true], made: true,
    missing: { code: "film_not_found", named: true, waits: false }, spent: { code: "quota_exceeded", named: true, waits: true },
  };
  for (const host of ["localhost", "films.test"]) {
    assert.deepEqual(await inBrowser(service, host), { page: met, worker: met }, host);
  }
});

/** Opens a page of a host that runs browser.mjs, and returns what it posts. */
async function inBrowser(service, host) {
  const script = `/test/browser.mjs?${new URLSearchParams({ base: service.base, key: service.key, small: service.keyOf(host, "writer") })}`;
  const pages = createPages((request, answer) => {
    const [, file] = request.url.match(/^\/((?:dist|test)\/\w+\.m?js)(?:\?|$)/) ?? [];
    if (file) answer.writeHead(200, { "Content-Type": "text/javascript" }).end(readFileSync(new URL(`../${file}`, import.meta.url)));
    else if (request.method === "POST") request.toArray().then((sent) => pages.emit("met", JSON.parse(Buffer.concat(sent))));
    else answer.writeHead(200, { "Content-Type": "text/html" }).end(`<!doctype html><script type="module" src="${script.replaceAll("&", "&amp;")}"></script>`);
  }).listen(0, "127.0.0.1");
  await once(pages, "listening");
  const chromium = spawn(browser, ["--headless", "--no-sandbox", "--no-first-run", `--user-data-dir=${join(service.data, host)}`,
    "--host-resolver-rules=MAP films.test 127.0.0.1", `http://${host}:${pages.address().port}/`], { stdio: "ignore" });
  const ended = once(chromium, "exit");
  try {
    const [met] = await once(pages, "met", { signal: AbortSignal.timeout(60_000) });
    return met;
  } finally {
    chromium.kill();
    await ended;
    pages.closeAllConnections();
    pages.close();
  }
}

test("the README shows what runs", () => {
  const here = new URL(".", import.meta.url);
  const trimmed = (text) => text.split("\n").map((line) => line.trim()).join("\n");
  const source = trimmed(readFileSync(new URL("firstfive.mjs", here), "utf8"));
  const blocks = readFileSync(new URL("../README.md", here), "utf8").split("```ts\n").slice(1);
  assert.equal(blocks.length, 2);
  for (const block of blocks) {
    const code = trimmed(block.split("```")[0]).replace(/^import .*\n+/gm, "").trim();
    assert.ok(source.includes(code), code);
  }
});
