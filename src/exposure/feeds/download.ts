import { writeFileSync } from "node:fs";
import { appendFile, readFile, rename, rm, stat } from "node:fs/promises";
import { version } from "#lib/version";
import { sleep } from "#lib/sleep";
import { Problem } from "#platform/errors";

/** What a download works with. */
export interface DownloadDeps {
  readonly signal: AbortSignal;
  /** Waits between attempts, in milliseconds; ends at once when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How long nothing may come, in milliseconds. */
  readonly stallMs?: number;
  /** Told, in a sentence, when an attempt failed and another will be made. */
  readonly onRetry?: (sentence: string) => void;
}

/** What the server says of the version of a file, to ask for newer ones. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type Downloaded = (Validators & { unchanged: false }) | { unchanged: true };

/** Enough for an outage of some minutes; a longer one is for the next sync. */
const attempts = 6;
const firstPauseMs = 2_000;
const longestPauseMs = 5 * 60_000;
const defaultStallMs = 60_000;
/** Larger than any feed. */
const maxBytes = 4 * 1024 ** 3;

/**
 * Downloads a file, unless it is the version that is known. What an earlier attempt left behind, of this run or one
 * before, is gone on with when the server still has the same version; a server that is busy (408, 425, 429, 5xx) or cuts
 * the connection is asked again, as late as it says. The file at `target` is whole or not there.
 *
 * @param known of the version that is not needed again.
 * @throws Problem with a sentence that names the address: `not_found` (404, 410), else `unavailable`.
 */
export async function download(
  url: string,
  target: string,
  known: Validators | null,
  deps: DownloadDeps,
): Promise<Downloaded> {
  const { signal, pause = sleep, onRetry } = deps;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptDownload(url, target, known, deps);
    } catch (error) {
      if (signal.aborted) {
        throw new Problem("unavailable", `The download of ${url} was stopped.`, { cause: error });
      }
      if (!(error instanceof Interrupted)) throw error;
      if (attempt >= attempts) {
        throw new Problem("unavailable", `${error.message} (${attempts} attempts).`, {
          cause: error,
        });
      }
      const waitMs = Math.min(error.waitMs ?? firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
      onRetry?.(`${error.message}; trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await pause(waitMs, signal);
    }
  }
}

/** Worth another attempt. The message is a sentence without its end. */
class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly waitMs: number | null;

  constructor(message: string, waitMs: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.waitMs = waitMs;
  }
}

async function attemptDownload(
  url: string,
  target: string,
  known: Validators | null,
  deps: DownloadDeps,
): Promise<Downloaded> {
  const partial = await readPartial(target, url);
  const watch = new Watch(deps);
  try {
    const response = await request(url, headersOf(partial, known), watch.signal);
    watch.feed();
    if (response.status === 304 && partial === null && known !== null) {
      await response.body?.cancel();
      return { unchanged: true };
    }
    const goesOn = response.status === 206 && partial !== null && startsAt(response, partial.bytes);
    if (response.status !== 200 && !goesOn) {
      await response.body?.cancel();
      throw await refused(response, url, target);
    }
    const validators = {
      etag: response.headers.get("etag"),
      lastModified: response.headers.get("last-modified"),
    };
    // At once: what has arrived and is not yet read is lost when the connection breaks.
    writeFileSync(infoPath(target), JSON.stringify({ url, ...validators }), { mode: 0o600 });
    await receive(response, url, target, goesOn ? partial.bytes : 0, watch);
    await rename(partialPath(target), target);
    await rm(infoPath(target), { force: true });
    return { unchanged: false, ...validators };
  } finally {
    watch.end();
  }
}

async function request(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url, { headers, signal });
  } catch (error) {
    throw new Interrupted(`${url} cannot be reached: ${reasonOf(error)}`, null, { cause: error });
  }
}

function headersOf(partial: PartialFile | null, known: Validators | null): Record<string, string> {
  // As it is: what arrives can be gone on with, and is the file of which others know the checksum.
  const headers: Record<string, string> = {
    "accept-encoding": "identity",
    "user-agent": `vedette/${version}`,
  };
  if (partial !== null) {
    headers["range"] = `bytes=${partial.bytes}-`;
    headers["if-range"] = partial.validator;
  } else {
    if (known?.etag) headers["if-none-match"] = known.etag;
    if (known?.lastModified) headers["if-modified-since"] = known.lastModified;
  }
  return headers;
}

/** Whether the answer goes on where we are. */
function startsAt(response: Response, bytes: number): boolean {
  return response.headers.get("content-range")?.startsWith(`bytes ${bytes}-`) === true;
}

/** Codes of HTTP (RFC 9110, RFC 6585) that say: later; 520 to 527 are those of a cache in front of a busy server. */
const busy = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527]);

async function refused(response: Response, url: string, target: string): Promise<Error> {
  const message = `${url} answers ${response.status}`;
  if (response.status === 206 || response.status === 416) {
    // What we have is not the beginning of what is there now.
    await rm(partialPath(target), { force: true });
    return new Interrupted(`${message}, so that the download begins anew`, 0);
  }
  if (busy.has(response.status)) return new Interrupted(message, retryAfterMs(response));
  const isGone = response.status === 404 || response.status === 410;
  return new Problem(isGone ? "not_found" : "unavailable", `${message}.`);
}

function retryAfterMs(response: Response): number | null {
  const text = response.headers.get("retry-after");
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

async function receive(
  response: Response,
  url: string,
  target: string,
  from: number,
  watch: Watch,
): Promise<void> {
  const { body, headers } = response;
  if (body === null) throw new Interrupted(`${url} answers nothing`);
  const partial = partialPath(target);
  if (from === 0) writeFileSync(partial, "", { mode: 0o600 });
  let bytes = from;
  try {
    for await (const piece of body) {
      watch.feed();
      // Piece by piece, so that all that came is there to go on from.
      await appendFile(partial, piece);
      bytes += piece.length;
      if (bytes > maxBytes) {
        throw new Problem("unavailable", `${url} gives more than ${maxBytes} bytes.`);
      }
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (isOfFiles(error)) {
      const message = `${partial} cannot be written: ${error.message}.`;
      throw new Problem("unavailable", message, { cause: error });
    }
    throw new Interrupted(`${url} ended after ${bytes} bytes: ${reasonOf(error)}`, null, {
      cause: error,
    });
  }
  const length = headers.get("content-length");
  // Of an answer that the client had to unpack the length is another one.
  if (length === null || headers.get("content-encoding") !== null) return;
  if (bytes !== from + Number(length)) {
    throw new Interrupted(`${url} ended after ${bytes} of ${from + Number(length)} bytes`);
  }
}

/** Aborts when the caller says so, or when nothing has come for a while. */
class Watch {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor({ signal, stallMs = defaultStallMs }: DownloadDeps) {
    const stalled = new AbortController();
    this.signal = AbortSignal.any([signal, stalled.signal]);
    this.#timer = setTimeout(
      () => stalled.abort(new Error(`nothing came for ${Math.ceil(stallMs / 1000)} s`)),
      stallMs,
    );
  }

  feed(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

interface PartialFile {
  bytes: number;
  /** ETag, or the time of the last change: what is there is of this version. */
  validator: string;
}

/** What an earlier attempt left behind, if it can be gone on with. */
async function readPartial(target: string, url: string): Promise<PartialFile | null> {
  try {
    const { size } = await stat(partialPath(target));
    const info: unknown = JSON.parse(await readFile(infoPath(target), "utf8"));
    const { etag, lastModified } = validatorsOf(info, url);
    // A weak ETag does not promise the same bytes (RFC 9110, section 13.1.5).
    const validator = etag !== null && !etag.startsWith("W/") ? etag : lastModified;
    return size > 0 && validator !== null ? { bytes: size, validator } : null;
  } catch (error) {
    // Cut off between two files, or never begun: the download begins anew, and writes both.
    if (error instanceof SyntaxError || isMissing(error)) return null;
    throw error;
  }
}

function validatorsOf(info: unknown, url: string): Validators {
  const none = { etag: null, lastModified: null };
  if (typeof info !== "object" || info === null) return none;
  const { url: of, etag, lastModified } = { url: null, ...none, ...info };
  if (of !== url) return none;
  return {
    etag: typeof etag === "string" ? etag : null,
    lastModified: typeof lastModified === "string" ? lastModified : null,
  };
}

function partialPath(target: string): string {
  return `${target}.partial`;
}

function infoPath(target: string): string {
  return `${target}.partial.json`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function isOfFiles(error: unknown): error is Error {
  const isFull = error instanceof Error && "code" in error && error.code === "ENOSPC";
  return isFull || (error instanceof Error && "syscall" in error && "path" in error);
}

/** `fetch` says what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
