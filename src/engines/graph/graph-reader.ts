import { DirectoryRefused, type EntraSpec } from "#engines/directory-types";
import { sleep as realSleep } from "#lib/sleep";
import { batchBody, readBatch, splitVersion } from "./batch.ts";
import type { DeltaMemory } from "./delta-memory.ts";
import { type GraphAnswered, GraphCalls, prefer } from "./graph-calls.ts";
import type { GraphRead, GraphReader, GraphRequest } from "./graph-request.ts";
import { ReplyTooLarge } from "./http-call.ts";
import { type Reply, isBusy } from "./judge-reply.ts";
import { type GraphLimits, mostInBatch, usualLimits } from "./limits.ts";
import { parseJson } from "./parse-json.ts";
import { type Patience, createPatience } from "./patience.ts";
import { Reading } from "./reading.ts";
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
  readonly #memoryKey: string;
  readonly #calls: GraphCalls;
  readonly #patience: Patience;
  readonly #sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends what is still under way when one call has failed for good. */
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  /** Of readings that are done. */
  #objects = 0;

  constructor(spec: EntraSpec, options: GraphReaderOptions) {
    this.#options = options;
    const limits = { ...usualLimits, ...options.limits };
    const signal = AbortSignal.any([options.signal, this.#stop.signal]);
    const { now, refuse, sleep = realSleep } = options;
    this.#limits = limits;
    this.#signal = signal;
    this.#sleep = sleep;
    this.#patience = createPatience({ limits, now, sleep, signal });
    this.#calls = new GraphCalls(spec, { signal, refuse, now, limits, patience: this.#patience });
    const { tenantId, clientId } = spec;
    const { origin } = this.#calls.graph;
    this.#memoryKey = JSON.stringify([origin, tenantId.toLowerCase(), clientId.toLowerCase()]);
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
      base: this.#calls.graph,
      limits: this.#limits,
      memory: this.#options.memory ?? null,
      memoryKey: this.#memoryKey,
      quote: this.#calls.quote,
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
    const { reply, token } = await this.#calls.send("GET", reading.path, null);
    const body = parseJson(reply.text);
    const isJson = body !== undefined || reply.status === 204 || reply.status >= 400;
    if (!isJson) throw this.#calls.notGraph(reply);
    const whole = { status: reply.status, headers: reply.headers, body };
    await this.#take(reading, whole, { reply, token, random: Math.random() });
  }

  async #askTogether(batch: readonly Reading[]): Promise<void> {
    const split = batch.flatMap(({ path }) => splitVersion(path) ?? []);
    const rests = split.map(({ rest }) => rest);
    const path = `/${split[0]?.version ?? ""}/$batch`;
    const { reply, token } = await this.#calls.send("POST", path, batchBody(rests, { prefer }));
    const body = parseJson(reply.text);
    const parts = readBatch(body);
    if (parts === null && !isBusy(reply.status)) {
      if (body === undefined) throw this.#calls.notGraph(reply);
      throw new DirectoryRefused(
        `Microsoft Graph refuses a batch: ${this.#calls.said(reply, body)}.`,
      );
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
    else if (next.kind === "token") await this.#calls.tokens.renewed(call.token);
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
    } else if (this.#patience.isTooLong(waitMs)) {
      const seconds = Math.ceil(waitMs / 1000);
      reading.refuse(`${whose} and asks us to wait for ${seconds} s, which is too long.`);
    } else {
      reading.readyAt = now + waitMs;
    }
  }
}

/** A call that was answered. */
interface Answered extends GraphAnswered {
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
