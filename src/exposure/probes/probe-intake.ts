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
  CheckIn,
  CheckInReply,
  ReportsReply,
  RunMessage,
  RunProgress,
  ScanJob,
} from "#wire/probe.v1";
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
  /** Takes in a batch, all or nothing. */
  recordMessages: (
    probe: { tenantId: string; probeId: string },
    messages: readonly RunMessage[],
  ) => Promise<{ recorded: number }>;
}

/** The server's side of its probes: hands out runs, takes in what they found, knows who was heard of. */
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
  const count = countMessages(registry);
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
        const { tenantId, id: probeId } = probe;
        const ofRuns = messages.filter((message) => "runId" in message);
        const { recorded } = await refusingBadData(
          options.recordMessages({ tenantId, probeId }, ofRuns),
        );
        lastSeen.note(probe);
        const hosts = ofRuns.filter((message) => "host" in message).length;
        count.recorded.add(recorded);
        count.ignored.add(hosts - recorded);
        count.ends.add(ofRuns.length - hosts);
        return { recorded, serverTime: now() };
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
  const holding = said.runs.map(({ id }) => id);
  let progress = said.runs.flatMap(({ id, progress: far }) =>
    far === null ? [] : [{ id, progress: far }],
  );
  const deadline = performance.now() + Math.min(said.waitMs, longestWaitMs);
  const watch = deps.feed.watch(probeId);
  try {
    const targetsBefore = await targetsOf(probe, database);
    for (let targets = targetsBefore; ; targets = await targetsOf(probe, database)) {
      const runs = { tenantId, probeId, holding, progress, now: now() };
      const { jobs, stop } = await deps.offerRuns(database, runs);
      progress = [];
      const { allow, deny } = targets;
      const reply = {
        jobs,
        stop,
        targets: { allow: [...allow], deny: [...deny] },
        serverTime: now(),
      };
      const isNews =
        jobs.length > 0 || stop.length > 0 || !areSameTargetLists(targets, targetsBefore);
      const leftMs = deadline - performance.now();
      if (isNews || leftMs <= 0 || givenUp.aborted || watch.ended) return reply;
      const mayHaveChanged = await watch.wait(leftMs, givenUp);
      if (!mayHaveChanged || givenUp.aborted) return { ...reply, serverTime: now() };
    }
  } finally {
    watch.stop();
  }
}

async function targetsOf({ tenantId, id }: CallingProbe, database: Database) {
  const targets = await findTargetLists(database.forTenant(tenantId), tenantId, id);
  if (targets === null) throw new Problem("unauthorized", "This probe is disabled.");
  return targets;
}

function saidIn({ version, hostname, abilities, runs, spooled }: CheckIn): Said {
  return { version, hostname, health: { ...abilities, runs: runs.length, spooled } };
}

function countMessages(registry: Registry) {
  const messages = registry.counter(
    "vedette_intake_run_messages_total",
    "What probes delivered: hosts by what became of them, and ends of runs.",
    ["outcome"],
  );
  return {
    recorded: messages.labels("recorded"),
    /** Delivered before, or of runs that are unknown. */
    ignored: messages.labels("ignored"),
    ends: messages.labels("end"),
  };
}

/** Of all probes together: the figures tell nothing of any tenant. */
function showHealth(registry: Registry, health: () => readonly ProbeHealth[]): void {
  function show(name: string, help: string, of: (all: readonly ProbeHealth[]) => number): void {
    registry.gauge(name, help, [], () => [{ labels: [], value: of(health()) }]);
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  show("vedette_probes", "Probes that checked in in the last 90 s.", (all) => all.length);
  show("vedette_probes_runs", "Runs that probes have in hand.", (all) =>
    sum(all.map(({ runs }) => runs)),
  );
  show("vedette_probes_spooled_messages", "Messages of runs that wait at probes.", (all) =>
    sum(all.map(({ spooled }) => spooled)),
  );
}
