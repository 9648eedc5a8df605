import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { AssessmentContext, AssessmentEngine, DirectoryFacts } from "#engines/directory-types";
import type { ScanContext, ScanEngine } from "#engines/scan-types";
import { createGate } from "#lib/gate";
import { gunzip } from "#lib/gzip";
import type { Logger } from "#lib/logger";
import { createServerClock } from "#remote/link";
import { until } from "#test/until";
import type { ProbeMessage } from "#wire/probe.v1";
import { createEngineAssessor } from "../engine-assessor.ts";
import { type Outbox, openOutbox } from "../outbox.ts";
import { type ProbeWork, createProbeWork } from "../probe-work.ts";

/** One piece of work of a scripted engine. */
interface Begun<Context, Result> {
  context: Context;
  end: (result: Result) => void;
  fail: (error: Error) => void;
}

/** An engine whose jobs do what the test says, one after another as they begin. Told to end, they do. */
function scripted<Context extends { signal: AbortSignal }, Result>() {
  const begun: Begun<Context, Result>[] = [];
  return {
    begun,
    async carryOut(_spec: unknown, context: Context): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const leave = () => reject(new Error("told to end"));
      context.signal.addEventListener("abort", leave);
      if (context.signal.aborted) leave();
      begun.push({ context, end: resolve, fail: reject });
      return promise;
    },
    async nth(n: number) {
      return until(() => begun[n] ?? null, { what: `job ${n} begins` });
    },
  };
}

export const scriptedScans = () => scripted<ScanContext, void>();
export const scriptedAssessments = () => scripted<AssessmentContext, DirectoryFacts>();

export const quietLog: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Work of probes of one process, their messages on a disk of their own, with engines that do nothing unless given. */
export async function probesAtWork(
  t: TestContext,
  options: { scan?: ScanEngine; assess?: AssessmentEngine; atOnce?: number; log?: Logger },
) {
  const directory = await mkdtemp(join(tmpdir(), "vedette-work-"));
  const opened: { work: ProbeWork; outbox: Outbox }[] = [];
  t.after(async () => {
    await Promise.all(opened.map(({ work }) => work.close()));
    await Promise.all(opened.map(({ outbox }) => outbox.flush()));
    await rm(directory, { recursive: true });
  });
  const { atOnce = 4, log = quietLog } = options;
  const gates = { scans: createGate(atOnce, 100), assessments: createGate(atOnce, 100) };
  const clock = createServerClock();
  const { scan = unwanted } = options;
  const assess = createEngineAssessor(options.assess ?? unwanted);

  async function open(name: string) {
    const outbox = await openOutbox({ directory: join(directory, name), clock, log });
    const work = createProbeWork({ scan, assess, gates, outbox, clock, log });
    opened.push({ work, outbox });
    return {
      outbox,
      work,
      /** What has been told since the last time, as a server that takes it gets it. */
      async deliver(): Promise<ProbeMessage[]> {
        await outbox.flush();
        const batch = await outbox.spool.take(500, 1e8);
        if (batch === null) return [];
        const text = (await gunzip(batch.payload, 1e8)).toString();
        await outbox.spool.release();
        return JSON.parse(`[${text}]`);
      },
    };
  }
  return { directory, open };
}

async function unwanted(): Promise<never> {
  throw new Error("nobody asked for this");
}
