import { type Answer, type Exchange, exchange } from "./exchange.ts";
import type { ServerClock } from "./server-clock.ts";
import { tlsHint } from "./tls-hint.ts";

/** The server cannot be reached, or cannot answer now: trying again later may help. */
export class ServerUnreachable extends Error {
  override name = "ServerUnreachable";
}

/** The server itself says that what was asked for is not there, which a proxy in front of it cannot know. */
export class NotThere extends ServerUnreachable {
  override name = "NotThere";
}

/** The server does not accept the credential or token (401): trying again does not help. */
export class CredentialRefused extends Error {
  override name = "CredentialRefused";
}

/** The server understood and refused what was sent (400, 413, 422): sending it again does not help. */
export class ContentRefused extends Error {
  override name = "ContentRefused";
}

/** Recognises a reply, as a compiled schema does. */
export interface ReplyCheck<T> {
  Check(value: unknown): value is T;
}

/** What every reply of the server carries. */
export interface TimedReply {
  serverTime: number;
}

/** One server, and who we are to it. Every call learns the server's time from the reply. */
export interface ServerLink {
  /**
   * @param path begins with `/remote/v1/`.
   * @param maxReplyBytes a longer reply counts as none. Default 256 MiB.
   * @throws ServerUnreachable, CredentialRefused, ContentRefused
   */
  get<T extends TimedReply>(
    path: string,
    reply: ReplyCheck<T>,
    timeoutMs: number,
    maxReplyBytes?: number,
  ): Promise<T>;
  /**
   * @param body JSON, gzip-compressed.
   * @throws ServerUnreachable, CredentialRefused, ContentRefused
   */
  post<T extends TimedReply>(
    path: string,
    body: Buffer,
    reply: ReplyCheck<T>,
    timeoutMs: number,
  ): Promise<T>;
  /** Whether anything answers HTTP at the server's address within the time, whatever it says. */
  answers(timeoutMs: number): Promise<boolean>;
}

export interface LinkOptions {
  /** The server's base address, e.g. `https://monitor.example.net` or with a path below which it is served. */
  server: string;
  /** `null`: not enrolled yet. */
  credential: string | null;
  clock: ServerClock;
  /** Ends every call under way. */
  signal: AbortSignal;
}

/** An assignment of 100,000 sensors with long settings fits; endless replies do not. */
const usualReplyBytes = 256 * 1024 * 1024;

/**
 * Makes a link. Connections are kept alive and reused; certificates are verified with the authorities of Node and those of
 * `NODE_EXTRA_CA_CERTS`; a proxy is taken from the environment when `NODE_USE_ENV_PROXY=1`.
 */
export function createServerLink(options: LinkOptions): ServerLink {
  const { clock, signal } = options;
  const base = options.server.replace(/\/+$/, "");
  const headers: Record<string, string> = {
    accept: "application/json",
    ...(options.credential === null ? {} : { authorization: `Bearer ${options.credential}` }),
  };

  async function call<T extends TimedReply>(
    path: string,
    asked: Omit<Exchange, "signal">,
    check: ReplyCheck<T>,
    timeoutMs: number,
  ): Promise<T> {
    const sentAt = clock.monotonic();
    const { status, text } = await reached(`${base}${path}`, {
      ...asked,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const receivedAt = clock.monotonic();
    const what = `${base} answered ${status}`;
    if (status === 401) throw new CredentialRefused(`${what}: ${sentenceOf(text)}`);
    if (status === 400 || status === 413 || status === 422) {
      throw new ContentRefused(`${what}: ${sentenceOf(text)}`);
    }
    if (status === 404 && isNotFound(text)) throw new NotThere(`${what}: ${sentenceOf(text)}`);
    if (status !== 200) throw new ServerUnreachable(`${what}: ${sentenceOf(text)}`);
    const reply = parsed(text);
    if (!check.Check(reply)) {
      throw new ServerUnreachable(`${base}${path} answered something else than a Vedette server`);
    }
    clock.sample(reply.serverTime, sentAt, receivedAt);
    return reply;
  }

  return {
    get: async (path, reply, timeoutMs, maxReplyBytes = usualReplyBytes) =>
      await call(path, { method: "GET", headers, body: null, maxReplyBytes }, reply, timeoutMs),
    post: async (path, body, reply, timeoutMs) => {
      const ofBody = { "content-type": "application/json", "content-encoding": "gzip" };
      const asked = { method: "POST", headers: { ...headers, ...ofBody }, body } as const;
      return await call(path, { ...asked, maxReplyBytes: usualReplyBytes }, reply, timeoutMs);
    },
    answers: async (timeoutMs) => {
      try {
        await reached(`${base}/healthz`, {
          method: "GET",
          headers: {},
          body: null,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
          maxReplyBytes: usualReplyBytes,
        });
        return true;
      } catch (error) {
        if (error instanceof ServerUnreachable) return false;
        throw error;
      }
    },
  };
}

async function reached(url: string, call: Exchange): Promise<Answer> {
  try {
    return await exchange(url, call);
  } catch (cause) {
    const hint = tlsHint(cause);
    const what = `${new URL(url).origin} cannot be reached`;
    throw new ServerUnreachable(hint === null ? what : `${what}: ${hint}`, { cause });
  }
}

/** The `error` of an error reply; of anything else its beginning. */
function sentenceOf(text: string): string {
  const reply = parsed(text);
  if (typeof reply === "object" && reply !== null && "error" in reply) return String(reply.error);
  return JSON.stringify(text.slice(0, 200));
}

/** Whether it is an error reply of ours with that code. */
function isNotFound(text: string): boolean {
  const reply = parsed(text);
  return (
    typeof reply === "object" && reply !== null && "code" in reply && reply.code === "not_found"
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
