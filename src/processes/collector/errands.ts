import { SnmpFailure } from "#engines/checks";
import { Compile } from "typebox/compile";
import { gzip } from "#lib/gzip";
import type { Logger } from "#lib/logger";
import { printableLine } from "#lib/printable";
import { sleep } from "#lib/sleep";
import { ContentRefused, CredentialRefused, type ServerLink } from "#remote/link";
import { type Assignment, Errand, ErrandReply, type ErrandReport } from "#wire/collector.v1";
import type { EngineSets, Engines } from "./engine-sets.ts";
import type { Poller } from "./poller.ts";
import { wireDiscovery } from "./wire-discovery.ts";
import { cut, wireResult } from "./wire-result.ts";

const errand = Compile(Errand);
const errandReply = Compile(ErrandReply);

/** A report is tried again until then: nobody waits longer for an errand. */
const reportWithinMs = 60_000;
const callTimeoutMs = 10_000;
const againAfterMs = 1000;
/** A device that says nothing by then is not asked what it has. */
const helloTimeoutMs = 5000;
/** Engines keep their deadlines, all but to the moment. */
const graceMs = 500;

export interface ErrandsOptions {
  collectorId: string;
  poller: Poller;
  engineSets: EngineSets;
  /** Sends results that were delivered without waiting for more. */
  flush: () => Promise<void>;
  link: Pick<ServerLink, "post">;
  now: () => number;
  log: Logger;
  signal: AbortSignal;
}

/** Does what people ask for now, beside the schedule. */
export interface Errands {
  /**
   * Begins each of them under the target lists in force; what comes of them is reported when it is known. When the signal
   * aborts, nobody hears of those under way.
   */
  begin(errands: readonly unknown[], targets: Assignment["targets"]): void;
}

export function createErrands(options: ErrandsOptions): Errands {
  const { engineSets, log, signal } = options;

  async function run(asked: Errand, targets: Assignment["targets"]): Promise<void> {
    const { engines, release } = engineSets.take(targets);
    try {
      const report = await outcomeOf(asked, engines, options);
      if (!signal.aborted) await send(report);
    } finally {
      release();
    }
  }

  async function send(report: ErrandReport): Promise<void> {
    const body = await gzip(JSON.stringify(report));
    const until = performance.now() + reportWithinMs;
    while (!signal.aborted && performance.now() < until) {
      try {
        await options.link.post("/remote/v1/collector/errands", body, errandReply, callTimeoutMs);
        return;
      } catch (error) {
        if (error instanceof ContentRefused || error instanceof CredentialRefused) {
          log.error({ err: error, errandId: report.id }, "the server refused an errand's report");
          return;
        }
        await sleep(againAfterMs, signal);
      }
    }
  }

  return {
    begin(errands, targets) {
      for (const each of errands) {
        if (errand.Check(each)) void run(each, targets);
        else log.error({}, "an errand is not done: this collector does not understand it");
      }
    },
  };
}

/** Never rejects: a defect of ours is an outcome, too, since somebody waits for one. */
async function outcomeOf(
  asked: Errand,
  engines: Engines,
  options: ErrandsOptions,
): Promise<ErrandReport> {
  const { id, timeoutMs } = asked;
  try {
    const report = await within(timeoutMs + graceMs, findOut(asked, engines, options));
    return report ?? { id, failure: `it did not end within ${timeoutMs / 1000} s` };
  } catch (error) {
    if (error instanceof SnmpFailure)
      return { id, failure: cut(printableLine(error.message), 500) };
    options.log.error({ err: error, errandId: id }, "an errand failed");
    return { id, failure: "it went wrong at the collector, whose log says more" };
  }
}

async function findOut(
  asked: Errand,
  engines: Engines,
  { collectorId, poller, flush, now }: ErrandsOptions,
): Promise<ErrandReport> {
  const { id, timeoutMs } = asked;
  switch (asked.kind) {
    case "check": {
      const at = Math.floor(now());
      return { id, check: wireResult(id, at, await engines.check(asked.spec, { timeoutMs })) };
    }
    case "checkNow": {
      const check = await poller.checkNow(collectorId, asked.sensorId);
      if (check === null) return { id, failure: "the collector does not poll this sensor" };
      await flush();
      return { id, check };
    }
    case "discover": {
      // Wrong credentials look like silence: nobody should wait for that as long as a large switch may take.
      const { target, snmp } = asked;
      const began = performance.now();
      const { ok, cause } = await engines.check(
        { type: "snmp", target, snmp, interfaces: [], host: [] },
        { timeoutMs: Math.min(helloTimeoutMs, timeoutMs) },
      );
      if (!ok) return { id, failure: cut(cause ?? `${target} does not answer`, 500) };
      const leftMs = Math.round(began + timeoutMs - performance.now());
      const found = await engines.discover(target, snmp, { timeoutMs: leftMs });
      return { id, discovery: wireDiscovery(found) };
    }
  }
}

/** The value, or `null` when it takes longer. */
async function within<T>(ms: number, value: Promise<T>): Promise<T | null> {
  const over = new AbortController();
  try {
    return await Promise.race([value, sleep(ms, over.signal).then(() => null)]);
  } finally {
    over.abort();
  }
}
