import type { ErrorCode } from "./models.ts";

/** Any error of this client. */
export class KinodexError extends Error {
  override name = "KinodexError";
}

/** No whole answer came, after all tries. Its cause is what the last one failed with. */
export class ConnectionError extends KinodexError {
  override name = "ConnectionError";
  readonly tries: number;

  constructor(tries: number, cause: unknown) {
    super(`no answer after ${tries} tries: ${reason(cause)}`, { cause });
    this.tries = tries;
  }
}

/** Returns what an error says; Node's "fetch failed" has what failed as its cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reason(error.cause);
  return error.message || String((error as { code?: string }).code ?? error.name);
}

/** A download is not the file that the manifest describes. */
export class CorruptDownloadError extends KinodexError {
  override name = "CorruptDownloadError";
}

/** What an error of the service has. */
export interface APIErrorDetail {
  /** What went wrong, in a word that never changes; empty when a proxy answered. Services may know more codes than this client. */
  code: ErrorCode | "" | (string & {});
  message: string;
  status: number;
  /** The parameter or field at fault. */
  param: string;
  /** What it may be. */
  allowed: string;
  /** Names the request in the service's logs. */
  requestId: string;
  docsUrl: string;
  /** How many seconds to wait; 0 when waiting does not help. */
  retryAfter: number;
}

/**
 * An error that the service answered with. Tell errors apart by code:
 *
 *     if (error instanceof APIError && error.code === "film_not_found") …
 */
export class APIError extends KinodexError implements APIErrorDetail {
  override name = "APIError";
  readonly code: APIErrorDetail["code"];
  readonly status: number;
  readonly param: string;
  readonly allowed: string;
  readonly requestId: string;
  readonly docsUrl: string;
  readonly retryAfter: number;

  constructor(detail: APIErrorDetail) {
    super(`${detail.message} (${detail.code || "no code"}, status ${detail.status}, request ${detail.requestId})`);
    this.code = detail.code;
    this.status = detail.status;
    this.param = detail.param;
    this.allowed = detail.allowed;
    this.requestId = detail.requestId;
    this.docsUrl = detail.docsUrl;
    this.retryAfter = detail.retryAfter;
  }
}

/** Reports whether an error is one of the service's with this code. */
export function isCode(error: unknown, code: ErrorCode): error is APIError {
  return error instanceof APIError && error.code === code;
}

/** Makes an error of an answer that is one; a proxy's page gives one without a code. */
export function readError(answer: Response, body: string): APIError {
  let said: Record<string, unknown> = {};
  try {
    said = (JSON.parse(body) as { error: Record<string, unknown> }).error ?? {};
  } catch {
    // not the service's own
  }
  const text = (name: string): string => (typeof said[name] === "string" ? (said[name] as string) : "");
  return new APIError({
    code: text("code"),
    message: text("message") || answer.statusText || `status ${answer.status}`,
    status: answer.status,
    param: text("param"),
    allowed: text("allowed"),
    requestId: text("request_id") || (answer.headers.get("x-request-id") ?? ""),
    docsUrl: text("docs_url"),
    retryAfter: retryAfter(answer.headers.get("retry-after")),
  });
}

/** Reads the header of that name, seconds or a date, in seconds; 0 when there is none. */
function retryAfter(text: string | null): number {
  if (text === null) return 0;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - Date.now()) / 1000);
}
