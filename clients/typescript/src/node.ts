/** What needs files: the catalogue as a snapshot. For Node and what has its modules. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, stat, unlink, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

import { Kinodex as Client } from "./client.ts";
import { APIError, ConnectionError, CorruptDownloadError } from "./errors.ts";
import { readLines } from "./lines.ts";
import type { FilmDetail, GetSnapshotParams, SnapshotManifest } from "./models.ts";
import { type RequestOptions, sleep } from "./transport.ts";

export * from "./index.ts";

/** Calls one service with one key, and stores the catalogue. */
export class Kinodex extends Client {
  /**
   * Stores the file of all films at a path and returns its manifest. The file is there whole or
   * not at all: what was loaded is kept beside it, in a file that ends in .part, and the next call
   * goes on where it ended, if the snapshot is still the same. Length and digest are held against
   * the manifest; a CorruptDownloadError says that they differ. The file is gzipped NDJSON unless
   * options say parquet or sqlite; the others are those of every call.
   */
  async downloadSnapshot(path: string, options: RequestOptions & { file?: NonNullable<GetSnapshotParams["file"]> } = {}): Promise<SnapshotManifest> {
    const { file, ...request } = options;
    if ((await stat(path).catch(() => undefined))?.isDirectory()) throw new TypeError(`the snapshot is stored as a file, and ${path} is a directory`);
    for (let tries = 1; ; tries++) {
      const { download_url: link, manifest } = await this.getSnapshot({ file }, request);
      const part = `${path}.${manifest.sha256.slice(0, 12)}.part`;
      const before = await sizeOf(part);
      try {
        await this.#load(link, part, manifest, request);
        await rename(part, path);
        return manifest;
      } catch (failed) {
        if (request.signal?.aborted) throw request.signal.reason;
        if (failed instanceof CorruptDownloadError || isOfDisk(failed)) throw failed;
        if ((await sizeOf(part)) > before) tries = 1; // it goes on
        const expired = failed instanceof APIError && failed.status === 403; // take a new link
        const wait = this.waitAfter(expired ? undefined : failed, tries, request.maxRetries);
        if (wait === undefined) throw failed instanceof APIError ? failed : new ConnectionError(tries, failed);
        await sleep(wait, request.signal);
      }
    }
  }

  /** Adds what is missing to a part of the snapshot and checks the whole. */
  async #load(link: string, part: string, manifest: SnapshotManifest, request: RequestOptions): Promise<void> {
    const file = await open(part, "a+");
    let digest = createHash("sha256");
    let have = 0;
    try {
      for await (const piece of file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Uint8Array>) {
        digest.update(piece);
        have += piece.length;
      }
      if (have < manifest.bytes) ({ digest, have } = await this.#rest(link, file, digest, have, request));
      await file.sync();
    } finally {
      await file.close();
    }
    const sum = digest.digest("hex");
    let wrong = "";
    if (have !== manifest.bytes) wrong = `it has ${have} bytes and not ${manifest.bytes}`;
    else if (sum !== manifest.sha256) wrong = `its SHA-256 is ${sum} and not ${manifest.sha256}`;
    if (!wrong) return;
    await unlink(part);
    throw new CorruptDownloadError(`the download is not what the manifest describes: ${wrong}; it was removed, call again to load it anew`);
  }

  /** Writes the bytes of a link from an offset on to a file and a digest. */
  async #rest(link: string, file: FileHandle, digest: Hash, have: number, request: RequestOptions): Promise<{ digest: Hash; have: number }> {
    const answer = await this.download(link, have, request);
    if (answer.status !== 206 && have > 0) { // the whole file
      await file.truncate(0);
      digest = createHash("sha256");
      have = 0;
    }
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      await file.appendFile(piece);
      digest.update(piece);
      have += piece.length;
    }
    return { digest, have };
  }
}

/** Yields the films of a file that downloadSnapshot stored. */
export async function* readSnapshot(path: string): AsyncGenerator<FilmDetail, void, undefined> {
  const unpacked = createReadStream(path).on("error", (error) => unpack.destroy(error)).pipe(createGunzip());
  const unpack = unpacked;
  yield* readLines<FilmDetail>(Readable.toWeb(unpacked) as unknown as ReadableStream<Uint8Array>);
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then((s) => s.size, () => 0);
}

/** Reports whether an error is one of files, not of the network. */
function isOfDisk(error: unknown): boolean {
  const e = error as NodeJS.ErrnoException;
  return error instanceof Error && typeof e.syscall === "string" && ["open", "write", "read", "rename", "fsync", "ftruncate", "unlink"].includes(e.syscall) && e.code !== "ECONNRESET";
}
