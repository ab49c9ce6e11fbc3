import { APIError, ConnectionError, KinodexError, readError } from "./errors.ts";
import { readLines } from "./lines.ts";

/** The version of this client. */
export const version = "1.0.0";

/** How a client works. */
export interface Options {
  /** The API key. Without one the service answers from its sandbox, a few times a day. */
  key?: string;
  /** Asks for answers of the sandbox, which use no budget. */
  sandbox?: boolean;
  /** How often a request that failed on the way is sent again: 2 unless it is said. */
  maxRetries?: number;
  /** How long one try may take, in milliseconds; for streams and downloads, up to its beginning. One minute unless it is said, 0 for no bound. */
  timeout?: number;
  /** How long the client waits, in milliseconds, when the service says how long; what would take longer is thrown. One minute unless it is said. */
  maxWait?: number;
  /** Keeps answers, so that one that has not changed is neither sent nor charged again. */
  cache?: Cache;
  /** Names your program. Browsers do not let it be sent. */
  userAgent?: string;
  /** Headers to send with every request. */
  headers?: Record<string, string>;
  /** Sends requests in place of the global fetch. */
  fetch?: typeof fetch;
}

/** What may be different for one call. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeout?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
  /** Names the request, where the operation takes such a name; made up otherwise. All tries have the same. */
  idempotencyKey?: string;
}

/** What is left of the account's requests of the day. */
export interface Quota {
  limit: number;
  remaining: number;
  /** When the next day begins. */
  reset: Date;
  /** Set once four fifths are used. */
  warning: string;
}

/** An answer and what came with it. */
export interface WithResponse<T> {
  data: T;
  /** The whole answer, of which data may be a part. */
  answer: unknown;
  status: number;
  headers: Headers;
  /** Names the request in the service's logs. */
  requestId: string;
  /** What it said of the day's budget, or else the newest answer that did. */
  quota: Quota | undefined;
  /** The service said that the cached answer is still good. */
  cached: boolean;
  /** How many requests it took. */
  tries: number;
}

/** Keeps answers by name. It may be shared by clients of several keys. */
export interface Cache {
  get(name: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>;
  set(name: string, answer: CachedAnswer): void | Promise<void>;
}

/** An answer and the tag that names its state. */
export interface CachedAnswer {
  tag: string;
  body: string;
}

/** Holds as many answers, those used last. */
export class MemoryCache implements Cache {
  readonly #held = new Map<string, CachedAnswer>();
  readonly #most: number;

  constructor(answers = 1000) {
    this.#most = answers;
  }

  get(name: string): CachedAnswer | undefined {
    const held = this.#held.get(name);
    if (held) {
      this.#held.delete(name);
      this.#held.set(name, held);
    }
    return held;
  }

  set(name: string, answer: CachedAnswer): void {
    this.#held.delete(name);
    this.#held.set(name, answer);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= this.#most) return;
      this.#held.delete(oldest);
    }
  }
}

/** The answer of a call, to await; withResponse also gives what came with it. */
export class Answer<T> implements PromiseLike<T> {
  readonly #told: Promise<WithResponse<T>>;

  constructor(told: Promise<WithResponse<T>>) {
    this.#told = told;
    told.catch(() => undefined); // whoever awaits it is told
  }

  withResponse(): Promise<WithResponse<T>> {
    return this.#told;
  }

  then<A = T, B = never>(done?: ((data: T) => A | PromiseLike<A>) | null, failed?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<A | B> {
    return this.#told.then((told) => told.data).then(done, failed);
  }

  catch<B = never>(failed?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, failed);
  }

  finally(done?: (() => void) | null): Promise<T> {
    return this.then().finally(done);
  }
}

/** A value of a parameter. */
type Parameter = string | number | boolean | null | undefined;

/** One call, however many tries it takes. */
export interface Call {
  method: string;
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  /** The member of the answer that is its data; the whole answer otherwise. */
  member?: string;
  /** Whether it takes an Idempotency-Key. */
  repeatable?: boolean;
}

/** What all methods share. */
export class Transport {
  readonly baseURL: string;
  /** What the newest answer said of the day's budget. */
  quota: Quota | undefined;
  readonly #options: Options;
  readonly #fetch: typeof fetch;
  readonly #headers: Record<string, string>;
  #who: Promise<string> | undefined;

  /** Makes a client of the service at a base address such as https://kinodex.example. */
  constructor(baseURL: string, options: Options = {}) {
    if (!/^https?:\/\//.test(baseURL) || !URL.canParse(baseURL)) throw new TypeError(`the base address must begin with http:// or https:// and name a host, not ${JSON.stringify(baseURL)}`);
    this.baseURL = baseURL.replace(/\/+$/, "");
    this.#options = options;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#headers = { ...options.headers };
    if (!inBrowser()) this.#headers["User-Agent"] = `${options.userAgent ?? ""} kinodex-typescript/${version}`.trim();
    const key = options.key?.trim();
    if (key && /[^!-~]/.test(key)) throw new TypeError("the key has a character that no key has");
    if (key) this.#headers["X-API-Key"] = key;
    if (options.sandbox) this.#headers["X-Sandbox"] = "1";
  }

  /** Calls an operation whose answer is JSON. */
  protected call<T>(call: Call, options: RequestOptions = {}): Answer<T> {
    return new Answer(this.#call<T>(call, options));
  }

  async #call<T>(call: Call, options: RequestOptions): Promise<WithResponse<T>> {
    const cache = call.method === "GET" ? this.#options.cache : undefined;
    const name = cache ? await this.#name(call) : "";
    const held = await cache?.get(name);
    const extra: Record<string, string> = held ? { "If-None-Match": held.tag } : {};
    const { answer, body, tries } = await this.#tried(call, options, extra, (a) => a.text());
    const cached = answer.status === 304 && held !== undefined;
    const text = cached ? held.body : body;
    const tag = answer.headers.get("etag");
    if (cache && tag && !cached) await cache.set(name, { tag, body: text });
    const whole = readObject(text);
    if (!whole || (call.member && whole[call.member] === undefined)) {
      throw new KinodexError(`${call.method} ${call.path} is not answered as the interface says: is ${this.baseURL} the address of the service?`);
    }
    return {
      data: (call.member ? whole[call.member] : whole) as T, answer: whole, status: answer.status, headers: answer.headers,
      requestId: answer.headers.get("x-request-id") ?? "", quota: readQuota(answer.headers) ?? this.quota, cached, tries,
    };
  }

  /**
   * Yields the lines of NDJSON. What fails before the first is tried again; a stream that ends
   * too soon throws a ConnectionError.
   */
  protected async *lines<T>(call: Call, options: RequestOptions = {}): AsyncGenerator<T, void, undefined> {
    const { answer } = await this.#tried(call, options, {});
    if (!answer.body) return;
    const lines = readLines<T>(answer.body);
    try {
      for (;;) {
        const next = await lines.next().catch((cause: unknown) => {
          if (options.signal?.aborted) throw options.signal.reason;
          throw new ConnectionError(1, cause);
        });
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await lines.return();
    }
  }

  /** Yields what a list has, page after page, of the largest size unless there is a limit. */
  protected async *pages<T>(list: (params: never) => PromiseLike<{ data: T[]; meta: object }>, param: string, following: string, most: number, params: object = {}): AsyncGenerator<T, void, undefined> {
    const asked: Record<string, unknown> = { ...params };
    if (most > 0) asked["limit"] ??= most;
    for (;;) {
      const page = await list(asked as never);
      yield* page.data;
      const meta = page.meta as Record<string, unknown>;
      if (page.data.length === 0) return;
      if (following) {
        asked[param] = meta[following];
        if (asked[param] === null || asked[param] === undefined) return;
      } else {
        asked[param] = Number(asked[param] ?? 0) + page.data.length;
        if ((asked[param] as number) >= Number(meta["total"])) return;
      }
    }
  }

  /** Sends a request to where a file is, without the key, and again as calls are. */
  protected async download(link: string, from: number, options: RequestOptions): Promise<Response> {
    const headers: Record<string, string> = from > 0 ? { Range: `bytes=${from}-` } : {};
    const { answer, body } = await this.#exchange(new URL(link, this.baseURL + "/").href, { headers }, options);
    if (answer.status >= 400) throw readError(answer, body);
    return answer;
  }

  /** Sends a request until it is answered, refused, or was tried often enough. */
  async #tried(call: Call, options: RequestOptions, extra: Record<string, string>, read?: (answer: Response) => Promise<string>): Promise<{ answer: Response; body: string; tries: number }> {
    if (/\/(\/|$)/.test(call.path)) throw new TypeError(`${call.method} ${call.path} names nothing: the id is empty`);
    const headers: Record<string, string> = { ...this.#headers, ...extra, ...options.headers };
    if (call.repeatable) headers["Idempotency-Key"] = options.idempotencyKey ?? randomName();
    if (call.body !== undefined) headers["Content-Type"] = "application/json";
    const init: RequestInit = { method: call.method, headers, redirect: "manual" }; // the key stays here
    if (call.body !== undefined) init.body = JSON.stringify(call.body);
    for (let tries = 1; ; tries++) {
      let failed: unknown;
      try {
        const { answer, body } = await this.#exchange(this.#address(call), init, options, read);
        this.quota = readQuota(answer.headers) ?? this.quota;
        const led = answer.type === "opaqueredirect" || (answer.status >= 300 && answer.status < 400 && answer.status !== 304);
        if (led) throw new KinodexError(`${this.baseURL} leads to ${answer.headers.get("location") ?? "another address"}; give that address to the client`);
        if (answer.status < 400) return { answer, body, tries };
        failed = readError(answer, body);
      } catch (broken) {
        if (options.signal?.aborted) throw options.signal.reason;
        if (broken instanceof KinodexError) throw broken;
        failed = broken;
      }
      const wait = this.waitAfter(failed, tries, options.maxRetries);
      if (wait === undefined) throw failed instanceof APIError ? failed : new ConnectionError(tries, failed);
      await sleep(wait, options.signal);
    }
  }

  /** Sends a request once. Without read only the body of an error is read. */
  async #exchange(address: string, init: RequestInit, options: RequestOptions, read?: (answer: Response) => Promise<string>): Promise<{ answer: Response; body: string }> {
    const bound = options.timeout ?? this.#options.timeout ?? 60_000;
    const ending = new AbortController();
    const stop = (): void => ending.abort(options.signal?.reason);
    if (options.signal?.aborted) stop();
    options.signal?.addEventListener("abort", stop, { once: true });
    const timer = bound > 0 ? setTimeout(() => ending.abort(new Error(`no answer within ${bound} ms`)), bound) : undefined;
    let streams = false;
    try {
      const answer = await this.#fetch(address, { ...init, signal: ending.signal });
      if (answer.status >= 400) return { answer, body: await answer.text() };
      streams = read === undefined;
      return { answer, body: read ? await read(answer) : "" };
    } finally {
      clearTimeout(timer);
      if (!streams) options.signal?.removeEventListener("abort", stop);
    }
  }

  /** Returns how long to wait before another try, in milliseconds; undefined when there is to be none. */
  protected waitAfter(failed: unknown, tries: number, maxRetries = this.#options.maxRetries ?? 2): number | undefined {
    if (tries > maxRetries) return undefined;
    const pause = Math.min(500 * 2 ** (tries - 1), 8000) * (1 - Math.random() / 2);
    if (!(failed instanceof APIError)) return pause;
    const asked = failed.retryAfter * 1000;
    const workedOn = failed.status === 409 && asked > 0; // the same request is being worked on
    if (asked > (this.#options.maxWait ?? 60_000) || !(workedOn || failed.status === 408 || failed.status === 429 || failed.status >= 500)) return undefined;
    return Math.max(asked, pause);
  }

  #address(call: Call): string {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(call.query ?? {}) as [string, Parameter][]) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const text = query.toString();
    return this.baseURL + call.path + (text && "?" + text);
  }

  /** Names the answer to a call: what it asks, of whom, and by whose key, which it does not tell. */
  async #name(call: Call): Promise<string> {
    this.#who ??= digest(this.#options.key?.trim() ?? "");
    return `${await this.#who}${this.#options.sandbox ? " sandbox" : ""} ${this.#address(call)}`;
  }
}

/** Waits, unless it is told to stop. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Reports whether this is a page or a worker of a browser. A User-Agent of its own would need the service's leave there. */
function inBrowser(): boolean {
  return "document" in globalThis || (globalThis.navigator?.userAgent ?? "").startsWith("Mozilla/");
}

/** Returns a short name of a text, which does not tell it. Pages over plain HTTP cannot make one, and get one by chance. */
async function digest(text: string): Promise<string> {
  if (!crypto.subtle) return randomName();
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).slice(0, 8));
}

/** Returns a name that nothing else has. Pages over plain HTTP have no crypto.randomUUID. */
function randomName(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Reads an object of JSON; undefined when it is none. */
function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function readQuota(headers: Headers): Quota | undefined {
  const limit = headers.get("x-ratelimit-limit");
  if (limit === null) return undefined;
  return {
    limit: Number(limit), remaining: Number(headers.get("x-ratelimit-remaining")),
    reset: new Date(Number(headers.get("x-ratelimit-reset")) * 1000), warning: headers.get("x-ratelimit-warning") ?? "",
  };
}
