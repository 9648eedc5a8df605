import { type LookupAddress, lookup } from "node:dns";
import type { Agent, IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { pipeline } from "node:stream/promises";
import { createSecureContext } from "node:tls";
import { createGunzip } from "node:zlib";
import { parseIp } from "#lib/ip";
import { printableLine, shortened } from "#lib/printable";
import { systemRoots } from "#lib/system-roots";
import { version } from "#lib/version";
import { isLoopback } from "./base-url.ts";
import { AddressRefused, CallFailed, explained } from "./call-failed.ts";

/** What is asked, of whom. */
export interface HttpCall {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Bound of the reply, unpacked. */
  readonly maxReplyBytes: number;
}

/** The answer that came, whatever it says. */
export interface HttpReply {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The reply was larger than it may be. */
export class ReplyTooLarge extends Error {
  override readonly name = "ReplyTooLarge";
}

export interface HttpCallerOptions {
  /** Ends the calls under way and closes all connections. */
  readonly signal: AbortSignal;
  /** Asked of every address before it is connected to: why it must not be, a sentence, or `null`. */
  readonly refuse: (address: string) => string | null;
  /** One call, its reply included. */
  readonly callMs: number;
  /** Connections to one host at a time. */
  readonly connections: number;
}

/** Connections that nobody needs are closed after this. */
const idleMs = 15_000;

/**
 * Calls by HTTP on connections that are kept, past any proxy of the environment, and follows no redirect.
 *
 * Not with `fetch`, which has no place to look at an address before it is connected to. Not with `import "node:http"`, which loads
 * `fetch` and all that belongs to it.
 *
 * @returns a function that throws the signal's reason, {@link CallFailed} or {@link ReplyTooLarge}.
 */
export function createHttpCaller(
  options: HttpCallerOptions,
): (call: HttpCall) => Promise<HttpReply> {
  const { signal, callMs } = options;
  const keep = {
    keepAlive: true,
    maxSockets: options.connections,
    timeout: idleMs,
  };
  const http = process.getBuiltinModule("node:http");
  const https = process.getBuiltinModule("node:https");
  const agents = new Map<string, Agent>();
  const agentOf = ({ protocol }: URL): Agent => {
    let agent = agents.get(protocol);
    if (agent !== undefined) return agent;
    const lookup = guardedLookup(options.refuse, protocol === "http:");
    if (protocol === "http:") agent = new http.Agent({ ...keep, lookup });
    else {
      const secureContext = createSecureContext({ ca: systemRoots(), minVersion: "TLSv1.2" });
      agent = new https.Agent({ ...keep, lookup, secureContext });
    }
    agents.set(protocol, agent);
    return agent;
  };
  const hangUp = (): void => {
    for (const agent of agents.values()) agent.destroy();
  };
  signal.addEventListener("abort", hangUp, { once: true });

  async function once(call: HttpCall, ends: AbortSignal): Promise<HttpReply> {
    const { url, method, body } = call;
    // Names are looked at when they are resolved; an address never is.
    const literal = parseIp(url.hostname);
    if (literal !== null) {
      const reason = options.refuse(literal.address);
      if (reason !== null) throw new AddressRefused(literal.address, reason);
    }
    const headers: Record<string, string> = {
      accept: "application/json",
      "accept-encoding": "gzip",
      "user-agent": `vedette/${version}`,
      ...call.headers,
    };
    if (body !== null) headers["content-length"] = String(Buffer.byteLength(body));
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { request } = url.protocol === "https:" ? https : http;
    const asked = request(url, { method, headers, signal: ends, agent: agentOf(url) });
    asked.on("error", reject);
    asked.on("response", resolve);
    asked.end(body ?? undefined);
    const response = await promise;
    try {
      const text = await readText(response, call.maxReplyBytes);
      return { status: response.statusCode ?? 0, headers: flat(response.headers), text };
    } finally {
      // Of a reply that was not read to its end nothing more is to come.
      if (!response.complete) asked.destroy();
    }
  }

  return async (call) => {
    signal.throwIfAborted();
    const tooLate = new AbortController();
    // A timer of `AbortSignal.timeout` would stay until its end, however soon the answer comes.
    const timer = setTimeout(() => tooLate.abort(), callMs);
    try {
      return await once(call, AbortSignal.any([signal, tooLate.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ReplyTooLarge || error instanceof CallFailed) throw error;
      if (tooLate.signal.aborted) {
        const limit = `did not answer within ${callMs / 1000} s`;
        throw new CallFailed(limit, true, { cause: error });
      }
      throw explained(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Resolves a name, and gives only addresses that may be connected to: the check and the connection see the same ones.
 *
 * @param here whether all of them must be this machine's own.
 */
function guardedLookup(refuse: (address: string) => string | null, here: boolean): LookupFunction {
  const reasonAgainst = (address: string): string | null =>
    here && !isLoopback(address)
      ? "without TLS only this machine itself is called"
      : refuse(address);
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const allowed: LookupAddress[] = [];
      let refused = new Error("it has no address");
      for (const one of found) {
        const address = parseIp(one.address)?.address ?? one.address;
        const reason = reasonAgainst(address);
        if (reason === null) allowed.push(one);
        else refused = new AddressRefused(address, reason);
      }
      const [first] = allowed;
      if (first === undefined) return callback(refused, []);
      if (options.all === true) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const coding = response.headers["content-encoding"] ?? "identity";
  const pieces: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of source) pieces.push(piece);
  };
  // Packed and unpacked: a stream that unpacks to nothing must end as well.
  const atMost = bounded(maxBytes);
  const unpackedAtMost = bounded(maxBytes);
  if (coding === "gzip") {
    await pipeline(response, atMost, createGunzip(), unpackedAtMost, collect);
  } else if (coding === "identity") {
    await pipeline(response, atMost, collect);
  } else {
    const shown = shortened(printableLine(coding), 50);
    throw new CallFailed(`answers in the coding ${shown}, which was not asked for`, false);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

function bounded(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const piece of source) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new ReplyTooLarge(`the reply exceeds ${maxBytes} bytes`);
      yield piece;
    }
  };
}

function flat(headers: IncomingMessage["headers"]): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries);
}
