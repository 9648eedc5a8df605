import { hostname } from "node:os";
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { gzip } from "#lib/gzip";
import type { Logger } from "#lib/logger";
import { sleep } from "#lib/sleep";
import {
  ContentRefused,
  type Identity,
  type ServerClock,
  createReach,
  createServerLink,
} from "#remote/link";
import { type SendOutcome, type SpooledBatch, uploadUntilAborted } from "#remote/spool";
import { type CheckIn, CheckInReply, ReportsReply } from "#wire/probe.v1";
import { type Outbox, mostMessages } from "./outbox.ts";
import type { ProbeWork } from "./probe-work.ts";
import { takeAssessment, takeScan } from "./take-job.ts";

// Jobs one by one: one that a newer server describes in another way must not keep the others from being done.
const LenientReply = Type.Object({
  ...CheckInReply.properties,
  jobs: Type.Array(Type.Unknown()),
  assessments: Type.Optional(Type.Array(Type.Unknown())),
});
const checkInReply = Compile(LenientReply);
const reportsReply = Compile(ReportsReply);

/** How long the server may hold a check-in: while nothing is to be done, and while the progress of work is to be told. */
const idleWaitMs = 25_000;
const busyWaitMs = 1500;
/** The least time between two check-ins: a server that always has news for us must not be asked without end. */
const leastPauseMs = 1000;
const answerWithinMs = 15_000;
const reportsTimeoutMs = 60_000;
/** How often it is looked whether the messages of an earlier process have left. */
const lookMs = 100;
/** A quarter of what the server takes. */
const mostDecodedBytes = 8 * 1024 * 1024;
const batchBegin = await gzip('{"messages":[');
const batchEnd = await gzip("]}");

const sentences = {
  refused: "the server refuses this probe: its work stops",
  away: "the server cannot be reached: work goes on, and reports are kept",
};

/** One probe (one enrolment): what it is to do, and the way of what it found out to the server. */
export interface ProbeLinkOptions {
  identity: Identity;
  version: string;
  clock: ServerClock;
  work: ProbeWork;
  outbox: Outbox;
  abilities: CheckIn["abilities"];
  log: Logger;
  /** The server does not accept the credential. */
  onRefused: () => void;
}

/**
 * Checks in and sends reports until the signal ends it. What the network and the server do never ends it; when it ends, the
 * work goes on.
 */
export async function runProbeLink(options: ProbeLinkOptions, signal: AbortSignal): Promise<void> {
  const { identity, work, outbox, log, clock } = options;
  const { server, credential } = identity;
  const link = createServerLink({ server, credential, clock, signal });
  const reach = createReach(log, sentences, options.onRefused);

  async function checkIn(): Promise<void> {
    const runs = work.scans.held();
    const assessments = work.assessments.held();
    const isIdle = runs.length + assessments.length === 0;
    const message: CheckIn = {
      version: options.version,
      hostname: hostname().slice(0, 255),
      abilities: options.abilities,
      runs,
      assessments,
      spooled: outbox.added - outbox.gone,
      waitMs: isIdle ? idleWaitMs : busyWaitMs,
    };
    const body = await gzip(JSON.stringify(message));
    const timeoutMs = message.waitMs + answerWithinMs;
    const path = "/remote/v1/probe/check-in";
    const news: Static<typeof LenientReply> = await link.post(path, body, checkInReply, timeoutMs);
    reach.succeeded();
    work.targets.use(news.targets);
    for (const job of news.jobs) takeScan(job, work.scans, log);
    for (const job of news.assessments ?? []) takeAssessment(job, work.assessments, log);
    for (const id of news.stop) work.stop(id);
  }

  async function followServer(): Promise<void> {
    while (!signal.aborted) {
      if (!work.mayAsk) {
        await sleep(lookMs, signal);
        continue;
      }
      const sentAt = performance.now();
      try {
        await checkIn();
        await sleep(Math.max(0, leastPauseMs - (performance.now() - sentAt)), signal);
      } catch (error) {
        if (signal.aborted) return;
        if (reach.failed(error)) work.abandon();
        await sleep(reach.pauseMs(), signal);
      }
    }
  }

  async function send(batch: SpooledBatch): Promise<SendOutcome> {
    const body = Buffer.concat([batchBegin, batch.payload, batchEnd]);
    try {
      await link.post("/remote/v1/probe/reports", body, reportsReply, reportsTimeoutMs);
      reach.succeeded();
      return { kind: "accepted" };
    } catch (error) {
      if (error instanceof ContentRefused) return { kind: "refused", reason: error.message };
      if (!signal.aborted && reach.failed(error)) work.abandon();
      return { kind: "later" };
    }
  }

  const limits = { maxItems: mostMessages, maxDecodedBytes: mostDecodedBytes };
  const { spool } = outbox;
  const upload = { ...limits, spool, send, log, signal, pauseMs: () => reach.pauseMs() };
  await Promise.all([followServer(), uploadUntilAborted(upload)]);
}
