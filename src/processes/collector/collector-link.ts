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
import { type SendOutcome, type Spool, type SpooledBatch, uploadUntilAborted } from "#remote/spool";
import { AssignedSensor, Assignment, type ResultBatch, ResultsReply } from "#wire/collector.v1";
import type { EngineSets } from "./engine-sets.ts";
import { createErrands } from "./errands.ts";
import type { Poller } from "./poller.ts";
import type { ResultBuffer } from "./result-buffer.ts";

// Sensors one by one: one that a newer server describes in another way must not keep the others from being polled.
const LenientAssignment = Type.Object({
  ...Assignment.properties,
  sensors: Type.Array(Type.Unknown()),
  errands: Type.Optional(Type.Array(Type.Unknown())),
});
const assignmentReply = Compile(LenientAssignment);
const assignedSensor = Compile(AssignedSensor);
const resultsReply = Compile(ResultsReply);

/** How long the server may hold the question for a changed assignment; it hears of us at least this often. */
const holdMs = 15_000;
const assignmentTimeoutMs = holdMs + 10_000;
const resultsTimeoutMs = 30_000;
const sentences = {
  refused: "the server refuses this collector: polling stops",
  away: "the server cannot be reached: results are kept",
};
const mostResults = 5000;
/** Half of what the server takes. */
const mostDecodedBytes = 16 * 1024 * 1024;
const batchBegin = await gzip('{"results":[');

/** One collector (one enrolment): what it polls, and the way of its results to the server. */
export interface CollectorLinkOptions {
  identity: Identity;
  version: string;
  clock: ServerClock;
  poller: Poller;
  engineSets: EngineSets;
  buffer: ResultBuffer;
  spool: Spool;
  log: Logger;
  /** How the sensors that the server names first are first checked, see `Schedule.assign`. */
  first: "soon" | "inPlace";
  /** The server does not accept the credential. */
  onRefused: () => void;
}

/**
 * Follows the assignment and sends results until the signal ends it. What the network and the server do never ends it;
 * when it ends, its sensors stay on the schedule.
 */
export async function runCollectorLink(
  options: CollectorLinkOptions,
  signal: AbortSignal,
): Promise<void> {
  const { identity, poller, buffer, spool, log, clock } = options;
  const { id, server, credential } = identity;
  const link = createServerLink({ server, credential, clock, signal });
  const reach = createReach(log, sentences, options.onRefused);
  const targets = createTargetUse(options.engineSets, (engines) =>
    poller.setOwner(id, { engines, deliver: (result) => buffer.add(result) }),
  );
  const { engineSets } = options;
  const errands = createErrands({
    collectorId: id,
    poller,
    engineSets,
    flush: () => buffer.flush(),
    link,
    now: () => clock.now(),
    log,
    signal,
  });
  let { first } = options;

  function apply(news: Static<typeof LenientAssignment>): void {
    targets.use(news.targets);
    const sensors = news.sensors.filter((sensor) => isUsable(sensor, log));
    if (news.full) poller.retain(id, new Set(sensors.map((sensor) => sensor.id)));
    poller.unassign(id, news.removed);
    poller.assign(id, sensors, first);
    first = "soon";
    // Behind the sensors: one that was just added may be asked for.
    errands.begin(news.errands ?? [], news.targets);
    const facts = { revision: news.revision, full: news.full, sensors: poller.sensorsOf(id) };
    if (news.full || sensors.length + news.removed.length > 0) log.info(facts, "assignment");
  }

  async function followAssignment(): Promise<void> {
    let since: number | null = null;
    while (!signal.aborted) {
      const query = since === null ? "waitMs=0" : `since=${since}&waitMs=${holdMs}`;
      const path = `/remote/v1/collector/assignment?${query}&errands=1`;
      try {
        const news: Static<typeof LenientAssignment> = await link.get(
          path,
          assignmentReply,
          assignmentTimeoutMs,
        );
        reach.succeeded();
        apply(news);
        since = news.revision;
      } catch (error) {
        if (signal.aborted) return;
        if (reach.failed(error)) {
          poller.retain(id, new Set());
          since = null;
          first = "inPlace";
        }
        await sleep(reach.pauseMs(), signal);
      }
    }
  }

  async function send(batch: SpooledBatch): Promise<SendOutcome> {
    const end = await gzip(`],"status":${JSON.stringify(statusOf(options, batch))}}`);
    const body = Buffer.concat([batchBegin, batch.payload, end]);
    try {
      await link.post("/remote/v1/collector/results", body, resultsReply, resultsTimeoutMs);
      reach.succeeded();
      return { kind: "accepted" };
    } catch (error) {
      if (error instanceof ContentRefused) return { kind: "refused", reason: error.message };
      if (!signal.aborted) reach.failed(error);
      return { kind: "later" };
    }
  }

  try {
    const limits = { maxItems: mostResults, maxDecodedBytes: mostDecodedBytes };
    const upload = { ...limits, spool, send, log, signal, pauseMs: () => reach.pauseMs() };
    await Promise.all([followAssignment(), uploadUntilAborted(upload)]);
  } finally {
    targets.release();
  }
}

/** Keeps engines for the target lists in force, and changes them when the lists change. */
function createTargetUse(
  engineSets: EngineSets,
  onEngines: (engines: ReturnType<EngineSets["take"]>["engines"]) => void,
) {
  let inForce: string | null = null;
  let release = (): void => {};
  return {
    use(targets: Assignment["targets"]): void {
      const asked = JSON.stringify(targets);
      if (asked === inForce) return;
      const taken = engineSets.take(targets);
      onEngines(taken.engines);
      release();
      release = taken.release;
      inForce = asked;
    },
    release: () => release(),
  };
}

function statusOf(options: CollectorLinkOptions, sent: SpooledBatch): ResultBatch["status"] {
  const { identity, version, poller, spool } = options;
  const { lagP99Ms, checksPerSec } = poller.status();
  const { items, droppedItems } = spool.status();
  return {
    version,
    sensors: poller.sensorsOf(identity.id),
    lagP99Ms,
    checksPerSec,
    spooledResults: Math.max(0, items - sent.items),
    droppedResults: droppedItems,
  };
}

function isUsable(sensor: unknown, log: Logger): sensor is AssignedSensor {
  if (assignedSensor.Check(sensor)) return true;
  const [fault] = assignedSensor.Errors(sensor);
  const place = fault === undefined ? "" : `${fault.instancePath} ${fault.message}`;
  log.error({ place }, "a sensor is not polled: this collector does not understand it");
  return false;
}
