import type { AssessmentProgress } from "#engines/directory-types";
import { createGate } from "#lib/gate";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import type { Registry } from "#platform/metrics";
import {
  type Body,
  type ChangeFeed,
  areSameTargetLists,
  createChangeFeed,
  createLastSeen,
  refusingBadData,
} from "#platform/remote-parts";
import type {
  AssessmentJob,
  AssessmentMessage,
  CheckIn,
  CheckInReply,
  ReportsReply,
  RunMessage,
  RunProgress,
  ScanJob,
} from "#wire/probe.v1";
import { countAssessmentMessages, countRunMessages, showHealth } from "./intake-metrics.ts";
import { updateLastSeen } from "./last-seen.queries.ts";
import { findTargetLists } from "./probe.queries.ts";
import { type CallingProbe, type ProbeHealth, probeNewsChannel } from "./probe.ts";
import { readCheckIn, readReportBatch } from "./read-messages.ts";

/** What a probe's check-in says of its runs. */
export interface RunsAtProbe {
  tenantId: string;
  probeId: string;
  /** Runs that it is working on, or whose messages it still holds. */
  holding: readonly string[];
  progress: readonly { id: string; progress: RunProgress }[];
  /** Unix epoch milliseconds. */
  now: number;
}

/** What a probe's check-in says of its assessments of directories. */
export interface AssessmentsAtProbe {
  tenantId: string;
  probeId: string;
  /** Assessments that it is working on, or whose messages it still holds; `null`: it is too old to know of them. */
  holding: readonly string[] | null;
  progress: readonly { id: string; progress: AssessmentProgress }[];
  /** Unix epoch milliseconds. */
  now: number;
}

/** What the server needs to serve probes. */
export interface ProbeIntakeOptions {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
  registry: Registry;
  /** Takes note of the progress and says what the probe should begin or stop. */
  offerRuns: (
    database: Database,
    runs: RunsAtProbe,
  ) => Promise<{ jobs: ScanJob[]; stop: string[] }>;
  /** Likewise of assessments. */
  offerAssessments: (
    database: Database,
    assessments: AssessmentsAtProbe,
  ) => Promise<{ assessments: AssessmentJob[]; stop: string[] }>;
  /** Takes in a batch, all or nothing; says how many host reports were new. */
  recordMessages: (
    probe: { tenantId: string; probeId: string },
    messages: readonly RunMessage[],
  ) => Promise<{ recorded: number }>;
  /** Takes in the messages of assessments, all or nothing; says how many of them were heeded. */
  recordAssessments: (
    probe: { tenantId: string; probeId: string },
    messages: readonly AssessmentMessage[],
  ) => Promise<{ recorded: number }>;
}

/** The server's side of its probes: hands out runs and assessments, takes in what they found, knows who was heard of. */
export interface ProbeIntake {
  readonly database: Database;
  readonly now: () => number;
  /**
   * Answers at once when there is something to begin or to stop, else when there is or the time is over.
   *
   * @throws Problem `invalid_request`; `unauthorized` when the probe was disabled, also while it waits.
   */
  checkIn(probe: CallingProbe, body: Body, givenUp: AbortSignal): Promise<CheckInReply>;
  /** @throws Problem `invalid_request` for a bad batch; `unavailable` when too many wait already. */
  reports(probe: CallingProbe, body: Body): Promise<ReportsReply>;
  /** Whether the probe has checked in since this server started. */
  hasCheckedIn(probeId: string): boolean;
  /** Ends all waits, since the server stops. */
  endWaits(): void;
  close(): Promise<void>;
}

/** The longest that a check-in is held, in milliseconds: proxies end requests that take longer than 30 s. */
const longestWaitMs = 25_000;
/** Batches that are worked on at once. More would only share the same processor and hold more memory. */
const batchesAtOnce = 4;
const batchesWaiting = 100;

/** What is noted of a probe with the time it was last heard of. */
type Said = Pick<CheckIn, "version" | "hostname"> & { health: ProbeHealth };

/** Opens the intake. It needs the database to listen on. */
export async function createProbeIntake(options: ProbeIntakeOptions): Promise<ProbeIntake> {
  const { database, now, registry } = options;
  const feed = await createChangeFeed(database, probeNewsChannel);
  const lastSeen = createLastSeen<Said>({
    part: "probe",
    write: (sightings) => updateLastSeen(database.system, sightings),
    now,
    log: options.log,
  });
  const gate = createGate(batchesAtOnce, batchesWaiting);
  const checkedIn = new Set<string>();
  const count = countRunMessages(registry);
  const countAssessed = countAssessmentMessages(registry);
  showHealth(registry, () => lastSeen.health().map(({ health }) => health));

  return {
    database,
    now,

    async checkIn(probe, body, givenUp) {
      const said = await readCheckIn(body);
      lastSeen.note(probe, saidIn(said));
      checkedIn.add(probe.id);
      return await newsFor(probe, said, givenUp, { ...options, feed });
    },

    async reports(probe, body) {
      const reply = await gate.run(async () => {
        const { messages } = await readReportBatch(body);
        const sender = { tenantId: probe.tenantId, probeId: probe.id };
        const ofRuns = messages.filter((message) => "runId" in message);
        const { recorded } = await refusingBadData(options.recordMessages(sender, ofRuns));
        const hosts = ofRuns.filter((message) => "host" in message).length;
        count.recorded.add(recorded);
        count.ignored.add(hosts - recorded);
        count.ends.add(ofRuns.length - hosts);
        const ofAssessments = messages.filter((message) => "assessmentId" in message);
        const { recorded: heeded } = await refusingBadData(
          options.recordAssessments(sender, ofAssessments),
        );
        countAssessed.recorded.add(heeded);
        countAssessed.ignored.add(ofAssessments.length - heeded);
        lastSeen.note(probe);
        return { recorded: recorded + heeded, serverTime: now() };
      });
      if (reply !== undefined) return reply;
      throw new Problem("unavailable", "Too many batches of reports wait already.");
    },

    hasCheckedIn: (probeId) => checkedIn.has(probeId),
    endWaits: () => feed.endWaits(),

    async close() {
      feed.endWaits();
      await feed.close();
      await lastSeen.close();
    },
  };
}

async function newsFor(
  probe: CallingProbe,
  said: CheckIn,
  givenUp: AbortSignal,
  deps: ProbeIntakeOptions & { feed: ChangeFeed },
): Promise<CheckInReply> {
  const { database, now } = deps;
  const { tenantId, id: probeId } = probe;
  let progress = progressIn(said.runs);
  let assessmentProgress = progressIn(said.assessments ?? []);
  const holding = said.runs.map(({ id }) => id);
  const holdingAssessments = said.assessments?.map(({ id }) => id) ?? null;
  const deadline = performance.now() + Math.min(said.waitMs, longestWaitMs);
  const watch = deps.feed.watch(probeId);
  try {
    const targetsBefore = await targetsOf(probe, database);
    for (let targets = targetsBefore; ; targets = await targetsOf(probe, database)) {
      const at = { tenantId, probeId, now: now() };
      const runs = await deps.offerRuns(database, { ...at, holding, progress });
      const { assessments, stop } = await deps.offerAssessments(database, {
        ...at,
        holding: holdingAssessments,
        progress: assessmentProgress,
      });
      progress = [];
      assessmentProgress = [];
      const { allow, deny } = targets;
      const reply = {
        jobs: runs.jobs,
        ...(holdingAssessments === null ? {} : { assessments }),
        stop: [...runs.stop, ...stop],
        targets: { allow: [...allow], deny: [...deny] },
        serverTime: now(),
      };
      const isNews =
        reply.jobs.length + assessments.length + reply.stop.length > 0 ||
        !areSameTargetLists(targets, targetsBefore);
      const leftMs = deadline - performance.now();
      if (isNews || leftMs <= 0 || givenUp.aborted || watch.ended) return reply;
      const mayHaveChanged = await watch.wait(leftMs, givenUp);
      if (!mayHaveChanged || givenUp.aborted) return { ...reply, serverTime: now() };
    }
  } finally {
    watch.stop();
  }
}

/** Of each that tells how far it is. */
function progressIn<Progress>(
  held: readonly { id: string; progress: Progress | null }[],
): { id: string; progress: Progress }[] {
  return held.flatMap(({ id, progress }) => (progress === null ? [] : [{ id, progress }]));
}

async function targetsOf({ tenantId, id }: CallingProbe, database: Database) {
  const targets = await findTargetLists(database.forTenant(tenantId), tenantId, id);
  if (targets === null) throw new Problem("unauthorized", "This probe is disabled.");
  return targets;
}

function saidIn({ version, hostname, abilities, runs, assessments, spooled }: CheckIn): Said {
  const held = assessments === undefined ? {} : { assessments: assessments.length };
  return { version, hostname, health: { ...abilities, runs: runs.length, ...held, spooled } };
}
