import { DirectoryRefused, type EntraSpec } from "#engines/directory-types";
import { sleep as realSleep } from "#lib/sleep";
import { type AccessTokens, createAccessTokens, noJson } from "./access-token.ts";
import { parseBaseUrl } from "./base-url.ts";
import { batchBody, readBatch, splitVersion } from "./batch.ts";
import type { DeltaMemory } from "./delta-memory.ts";
import type { GraphRead, GraphReader, GraphRequest } from "./graph-request.ts";
import {
  CallFailed,
  type HttpCall,
  type HttpReply,
  ReplyTooLarge,
  createHttpCaller,
} from "./http-call.ts";
import { type Reply, isBusy } from "./judge-reply.ts";
import { type GraphLimits, mostInBatch, usualLimits } from "./limits.ts";
import { parseJson } from "./parse-json.ts";
import { createQuoter } from "./quote.ts";
import { Reading } from "./reading.ts";
import { readError } from "./reply-error.ts";
import { nextDelayMs, retryAfterMs } from "./retry-delay.ts";

export interface GraphReaderOptions {
  readonly signal: AbortSignal;
  /** Asked of every address before it is connected to: why it must not be, a sentence, or `null`. */
  readonly refuse: (address: string) => string | null;
  /** Unix epoch milliseconds. */
  readonly now: () => number;
  /** What was read before; absent: collections with a delta query are read whole. */
  readonly memory?: DeltaMemory;
  /** Told after each page: what is being read, and how many objects were read so far of everything. */
  readonly onProgress: (what: string, objects: number) => void;
  /** Fulfils after the time, or at once when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly limits?: Partial<GraphLimits>;
}

/** Of enumerations that have grown since, the true value in place of `unknownFutureValue`. */
const prefer = "include-unknown-enum-members";

/**
 * Reads Microsoft Graph with client credentials: in batches, page by page, as slowly as it is asked to.
 *
 * @throws DirectoryRefused when an address of the spec cannot be used.
 */
export function createGraphReader(spec: EntraSpec, options: GraphReaderOptions): GraphReader {
  return new Reader(spec, options);
}

class Reader implements GraphReader {
  readonly #options: GraphReaderOptions;
  readonly #limits: GraphLimits;
  readonly #graph: URL;
  readonly #memoryKey: string;
  readonly #quoter = createQuoter();
  readonly #http: (call: HttpCall) => Promise<HttpReply>;
  readonly #tokens: AccessTokens;
  readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends what is still under way when one call has failed for good. */
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #endsAt: number;
  #bytes = 0;
  /** Of readings that are done. */
  #objects = 0;

  constructor(spec: EntraSpec, options: GraphReaderOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    this.#graph = parseBaseUrl("graphUrl", spec.graphUrl);
    const login = parseBaseUrl("loginUrl", spec.loginUrl);
    const { tenantId, clientId } = spec;
    this.#memoryKey = JSON.stringify([this.#graph.origin, tenantId.toLowerCase(), clientId]);
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
    this.#sleep = options.sleep ?? realSleep;
    this.#endsAt = options.now() + this.#limits.totalMs;
    this.#quoter.hide(spec.clientSecret);
    this.#http = createHttpCaller({
      signal: this.#signal,
      refuse: options.refuse,
      callMs: this.#limits.callMs,
      connections: this.#limits.lanes,
    });
    this.#tokens = createAccessTokens(spec, {
      login,
      graph: this.#graph,
      call: (call) => this.#insist(call),
      pause: (failures, askedMs, host) => this.#pause(failures, askedMs, `${host} is busy`),
      now: options.now,
      onSecret: (token) => this.#quoter.hide(token),
      quote: this.#quoter.quote,
    });
  }

  async read(requests: readonly GraphRequest[]): Promise<ReadonlyMap<string, GraphRead>> {
    const readings = new Map<string, Reading>();
    for (const request of requests) {
      if (readings.has(request.name)) throw new Error(`two requests are named ${request.name}`);
      readings.set(request.name, this.#begin(request));
    }
    await this.#readAll(new Set(readings.values()));
    const outcomes = new Map<string, GraphRead>();
    for (const [name, { outcome }] of readings) if (outcome !== null) outcomes.set(name, outcome);
    return outcomes;
  }

  #begin(request: GraphRequest): Reading {
    return new Reading(request, {
      base: this.#graph,
      limits: this.#limits,
      memory: this.#options.memory ?? null,
      memoryKey: this.#memoryKey,
      quote: this.#quoter.quote,
    });
  }

  /** Round by round, so that pages of one collection travel with those of others. */
  async #readAll(open: Set<Reading>): Promise<void> {
    const { lanes } = this.#limits;
    while (open.size > 0) {
      this.#signal.throwIfAborted();
      const now = this.#options.now();
      const ready: Reading[] = [];
      let earliest = Number.POSITIVE_INFINITY;
      for (const one of open) {
        if (one.readyAt > now) earliest = Math.min(earliest, one.readyAt);
        else if (ready.push(one) >= lanes * mostInBatch) break;
      }
      if (ready.length === 0) {
        await this.#sleep(earliest - now, this.#signal);
        continue;
      }
      const calls = batchesOf(ready).map(async (batch) => {
        try {
          await this.#ask(batch);
        } catch (error) {
          // The others would only go on in vain.
          this.#stop.abort(error);
        }
      });
      await Promise.all(calls);
      this.#signal.throwIfAborted();
      for (const one of ready) {
        if (one.outcome === null) continue;
        open.delete(one);
        this.#objects += one.outcome.kind === "read" ? one.outcome.items.length : 0;
      }
    }
  }

  /** Asks for the next page of each, in one call. */
  async #ask(batch: readonly Reading[]): Promise<void> {
    const [only] = batch;
    if (only === undefined) return;
    try {
      if (batch.length === 1) await this.#askAlone(only);
      else await this.#askTogether(batch);
    } catch (error) {
      if (!(error instanceof ReplyTooLarge)) throw error;
      if (batch.length === 1) {
        const mebibytes = this.#limits.replyBytes / 1024 ** 2;
        only.refuse(
          `Could not read ${only.request.name}: Microsoft Graph's answer is larger than ${mebibytes} MiB.`,
        );
        return;
      }
      // Only the one that is too large must suffer for it.
      const half = Math.ceil(batch.length / 2);
      await this.#ask(batch.slice(0, half));
      await this.#ask(batch.slice(half));
    }
  }

  async #askAlone(reading: Reading): Promise<void> {
    const { reply, token } = await this.#send("GET", reading.path, null);
    const body = parseJson(reply.text);
    if (body === undefined && reply.status < 400) throw this.#notGraph(reply);
    const whole = { status: reply.status, headers: reply.headers, body };
    await this.#take(reading, whole, { reply, token, random: Math.random() });
  }

  async #askTogether(batch: readonly Reading[]): Promise<void> {
    const split = batch.flatMap(({ path }) => splitVersion(path) ?? []);
    const rests = split.map(({ rest }) => rest);
    const path = `/${split[0]?.version ?? ""}/$batch`;
    const { reply, token } = await this.#send("POST", path, batchBody(rests, { prefer }));
    const body = parseJson(reply.text);
    const parts = readBatch(body);
    if (parts === null && !isBusy(reply.status)) {
      if (body === undefined) throw this.#notGraph(reply);
      throw new DirectoryRefused(`Microsoft Graph refuses a batch: ${this.#said(reply, body)}.`);
    }
    const whole: Reply = { status: reply.status, headers: reply.headers, body };
    // A part that is not there was not answered: it is asked for again.
    const missing: Reply = { status: 504, headers: {}, body: undefined };
    const call = { reply, token, random: Math.random() };
    for (const [index, reading] of batch.entries()) {
      const part = parts === null ? whole : (parts.get(index) ?? missing);
      await this.#take(reading, part, call);
    }
  }

  async #take(reading: Reading, reply: Reply, call: Answered): Promise<void> {
    const next = reading.take(reply, call.reply.text.length);
    if (next.kind === "later") this.#postpone(reading, reply, call);
    else if (next.kind === "token") await this.#tokens.renewed(call.token);
    else this.#options.onProgress(reading.request.name, this.#objects + reading.count);
  }

  #postpone(reading: Reading, { status, headers }: Reply, call: Answered): void {
    const now = this.#options.now();
    const sentAt = Date.parse(headers["date"] ?? call.reply.headers["date"] ?? "") || now;
    reading.failures++;
    const askedMs = retryAfterMs(headers["retry-after"], sentAt);
    const waitMs = nextDelayMs(reading.failures, askedMs, call.random);
    const whose = `Could not read ${reading.request.name}: Microsoft Graph answers ${status}`;
    if (reading.failures >= this.#limits.attempts) {
      reading.refuse(`${whose}, after ${reading.failures} attempts.`);
    } else if (this.#isTooLong(waitMs)) {
      const seconds = Math.ceil(waitMs / 1000);
      reading.refuse(`${whose} and asks us to wait for ${seconds} s, which is too long.`);
    } else {
      reading.readyAt = now + waitMs;
    }
  }

  /** Calls Graph with a token, and with another one when that is not accepted. */
  async #send(
    method: "GET" | "POST",
    path: string,
    body: string | null,
  ): Promise<{ reply: HttpReply; token: string }> {
    // Put together as text: `new URL(path, base)` would take `//host/` for another place.
    const url = new URL(`${this.#graph.origin}${path}`);
    const maxReplyBytes = this.#limits.replyBytes;
    const attempt = async (token: string) => {
      const headers: Record<string, string> = { authorization: `Bearer ${token}`, prefer };
      if (body !== null) headers["content-type"] = "application/json";
      return await this.#insist({ method, url, headers, body, maxReplyBytes });
    };
    const first = await this.#tokens.current();
    const reply = await attempt(first);
    if (reply.status !== 401) return { reply, token: first };
    const second = await this.#tokens.renewed(first);
    const again = await attempt(second);
    const answer = parseJson(again.text);
    const { code } = readError(answer);
    // With another code it is this one thing that is not given.
    if (again.status === 401 && (code === "" || code === "InvalidAuthenticationToken")) {
      const said = this.#said(again, answer);
      throw new DirectoryRefused(`Microsoft Graph does not accept the token: ${said}.`);
    }
    return { reply: again, token: second };
  }

  /** Calls until there is an answer, whatever it says. @throws DirectoryRefused, ReplyTooLarge */
  async #insist(call: HttpCall): Promise<HttpReply> {
    for (let failures = 1; ; failures++) {
      if (this.#isTooLong(0)) throw this.#tookTooLong();
      try {
        const reply = await this.#http(call);
        this.#bytes += reply.text.length;
        if (this.#bytes > this.#limits.totalBytes) {
          const mebibytes = this.#limits.totalBytes / 1024 ** 2;
          throw new DirectoryRefused(`Microsoft Graph's answers exceed ${mebibytes} MiB.`);
        }
        return reply;
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        const why = `${call.url.host} ${error.message}`;
        if (!error.mayPass) throw new DirectoryRefused(`${why}.`, { cause: error });
        await this.#pause(failures, null, why);
      }
    }
  }

  /** @throws DirectoryRefused when there is no more to be had by waiting. */
  async #pause(failures: number, askedMs: number | null, why: string): Promise<void> {
    if (failures >= this.#limits.attempts) {
      throw new DirectoryRefused(`${why} (${failures} attempts).`);
    }
    const waitMs = nextDelayMs(failures, askedMs, Math.random());
    if (this.#isTooLong(waitMs)) {
      const seconds = Math.ceil(waitMs / 1000);
      throw new DirectoryRefused(`${why}; waiting for ${seconds} s is too long.`);
    }
    await this.#sleep(waitMs, this.#signal);
    this.#signal.throwIfAborted();
  }

  #isTooLong(waitMs: number): boolean {
    return waitMs > this.#limits.longestWaitMs || this.#options.now() + waitMs > this.#endsAt;
  }

  #tookTooLong(): DirectoryRefused {
    const minutes = this.#limits.totalMs / 60_000;
    return new DirectoryRefused(`Microsoft Graph could not be read within ${minutes} minutes.`);
  }

  #notGraph(reply: HttpReply): DirectoryRefused {
    return new DirectoryRefused(noJson(this.#graph, reply, this.#quoter.quote));
  }

  #said({ status }: HttpReply, body: unknown): string {
    const { code, message } = readError(body);
    const words = [code, message].filter((text) => text !== "").join(": ");
    return words === "" ? String(status) : `${status} (${this.#quoter.quote(words)})`;
  }
}

/** A call that was answered. */
interface Answered {
  readonly reply: HttpReply;
  /** With which it was made. */
  readonly token: string;
  /** 0 to 1, for the wait before the next attempt: what travelled together stays together. */
  readonly random: number;
}

/** One call each: as many as a batch takes, of one version. */
function batchesOf(ready: readonly Reading[]): Reading[][] {
  const batches: Reading[][] = [];
  const byVersion = Map.groupBy(ready, ({ path }) => splitVersion(path)?.version ?? null);
  for (const [version, readings] of byVersion) {
    const size = version === null ? 1 : mostInBatch;
    for (let at = 0; at < readings.length; at += size) batches.push(readings.slice(at, at + size));
  }
  return batches;
}
