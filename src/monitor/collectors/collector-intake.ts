import { createGate } from "#lib/gate";
import type { SealedBox } from "#platform/crypto";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import type { Registry } from "#platform/metrics";
import {
  type Body,
  createChangeFeed,
  createLastSeen,
  refusingBadData,
} from "#platform/remote-parts";
import type {
  Assignment,
  CheckResult,
  Errand,
  ErrandReply,
  ErrandReport,
  ResultsReply,
} from "#wire/collector.v1";
import { assignmentChannel } from "./assignment.ts";
import type { CallingCollector, CollectorHealth } from "./collector.ts";
import { updateLastSeen } from "./last-seen.queries.ts";
import { readAssignment } from "./read-assignment.ts";
import { readErrandReport } from "./receive-errand.ts";
import { readResultBatch, sortResults } from "./receive-results.ts";

/** What the server needs to serve collectors. */
export interface IntakeOptions {
  database: Database;
  box: SealedBox;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
  registry: Registry;
  /** How long raw results are kept: older ones are not taken in. */
  keepRawMs: number;
  /** Takes in a batch, all or nothing. */
  record: (
    collector: { tenantId: string; collectorId: string },
    results: readonly CheckResult[],
  ) => Promise<{ recorded: number }>;
  /** Hands out the errands that wait for a collector; those of one that does none it ends. */
  offerErrands: (collector: CallingCollector, doesErrands: boolean) => Promise<Errand[]>;
  /** @returns whether anybody waited for it. */
  recordErrand: (collector: CallingCollector, report: ErrandReport) => Promise<boolean>;
}

/** The server's side of its collectors: hands out assignments, takes in results, knows who was heard of. */
export interface CollectorIntake {
  readonly database: Database;
  readonly now: () => number;
  /**
   * Answers at once when the assignment differs from what the collector knows or an errand waits for it, else when one of
   * these happens or the time is over.
   *
   * @throws Problem `unauthorized` when the collector was revoked, also while it waits.
   */
  assignment(
    collector: CallingCollector,
    question: { since: number | null; waitMs: number; doesErrands: boolean },
    givenUp: AbortSignal,
  ): Promise<Assignment>;
  /**
   * @throws Problem `invalid_request` for a bad batch; `unavailable` when too many wait already.
   */
  results(collector: CallingCollector, body: Body): Promise<ResultsReply>;
  /** @throws Problem `invalid_request` for a bad report. */
  errand(collector: CallingCollector, body: Body): Promise<ErrandReply>;
  /** Whether the collector has fetched an assignment since this server started. */
  hasAssignment(collectorId: string): boolean;
  /** Ends all waits, since the server stops. */
  endWaits(): void;
  close(): Promise<void>;
}

/** The longest that a request for a changed assignment is held, in milliseconds. */
const longestWaitMs = 25_000;
/** Batches that are worked on at once. More would only share the same processor and hold more memory. */
const batchesAtOnce = 4;
const batchesWaiting = 500;

/** Opens the intake. It needs the database to listen on. */
export async function createCollectorIntake(options: IntakeOptions): Promise<CollectorIntake> {
  const { database, now, registry, record, offerErrands, recordErrand } = options;
  const feed = await createChangeFeed(database, assignmentChannel);
  const lastSeen = createLastSeen<CollectorHealth>({
    part: "collector",
    write: (sightings) => updateLastSeen(database.system, sightings),
    now,
    log: options.log,
  });
  const gate = createGate(batchesAtOnce, batchesWaiting);
  const assigned = new Set<string>();
  const count = countResults(registry);
  showHealth(registry, () => lastSeen.health());

  return {
    database,
    now,

    async assignment(collector, { since, waitMs, doesErrands }, givenUp) {
      lastSeen.note(collector);
      const deadline = performance.now() + Math.min(waitMs, longestWaitMs);
      const watch = feed.watch(collector.id);
      try {
        for (;;) {
          const assignment = await readAssignment(options, collector, since);
          // Once handed out they are the caller's: not to one who has gone.
          const errands = givenUp.aborted ? [] : await offerErrands(collector, doesErrands);
          if (errands.length > 0) assignment.errands = errands;
          const leftMs = deadline - performance.now();
          const isNews = assignment.full || assignment.revision !== since || errands.length > 0;
          if (isNews || leftMs <= 0 || givenUp.aborted || watch.ended) {
            assigned.add(collector.id);
            return assignment;
          }
          await watch.wait(leftMs, givenUp);
        }
      } finally {
        watch.stop();
      }
    },

    async results(collector, body) {
      const reply = await gate.run(async () => {
        const { results, status } = await readResultBatch(body);
        const sorted = sortResults(results, now(), options.keepRawMs);
        const { tenantId, id: collectorId } = collector;
        const { recorded } = await refusingBadData(
          record({ tenantId, collectorId }, sorted.usable),
        );
        lastSeen.note(collector, status);
        count.recorded.add(recorded);
        count.ignored.add(sorted.usable.length - recorded);
        count.future.add(sorted.future);
        count.tooOld.add(sorted.tooOld);
        return { recorded, serverTime: now() };
      });
      if (reply !== undefined) return reply;
      throw new Problem("unavailable", "Too many batches of results wait already.");
    },

    async errand(collector, body) {
      const report = await readErrandReport(body);
      const recorded = await refusingBadData(recordErrand(collector, report));
      return { recorded, serverTime: now() };
    },

    hasAssignment: (collectorId) => assigned.has(collectorId),
    endWaits: () => feed.endWaits(),

    async close() {
      feed.endWaits();
      await feed.close();
      await lastSeen.close();
    },
  };
}

function countResults(registry: Registry) {
  const results = registry.counter(
    "vedette_intake_results_total",
    "Results that collectors delivered, by what became of them.",
    ["outcome"],
  );
  return {
    recorded: results.labels("recorded"),
    /** Delivered before, or of sensors that the collector does not poll any more. */
    ignored: results.labels("ignored"),
    future: results.labels("future"),
    tooOld: results.labels("too_old"),
  };
}

/** Of all collectors together: the figures tell nothing of any tenant. */
function showHealth(registry: Registry, health: () => readonly CollectorHealth[]): void {
  function show(name: string, help: string, of: (all: readonly CollectorHealth[]) => number): void {
    registry.gauge(name, help, [], () => [{ labels: [], value: of(health()) }]);
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  show(
    "vedette_collectors",
    "Collectors that delivered results in the last 90 s.",
    (all) => all.length,
  );
  show(
    "vedette_collectors_checks_per_second",
    "Checks that the collectors make, together.",
    (all) => sum(all.map((one) => one.checksPerSec)),
  );
  show(
    "vedette_collectors_lag_p99_seconds",
    "How late checks begin: the worst collector's 99th percentile over a minute.",
    (all) => Math.max(0, ...all.map((one) => one.lagP99Ms / 1000)),
  );
  show("vedette_collectors_spooled_results", "Results that wait at collectors.", (all) =>
    sum(all.map((one) => one.spooledResults)),
  );
  show(
    "vedette_collectors_dropped_results",
    "Results that collectors lost since they started.",
    (all) => sum(all.map((one) => one.droppedResults)),
  );
}
