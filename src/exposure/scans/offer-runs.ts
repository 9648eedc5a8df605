import { type CheckInDecision, decideCheckIn, isNothingToSave } from "#exposure/hand-outs";
import type { Database, Tx } from "#platform/db";
import { announce } from "#platform/live";
import type { RunProgress, ScanJob } from "#wire/probe.v1";
import { listDoneAddresses } from "./run-host.queries.ts";
import { updateEnded } from "./run-end.queries.ts";
import {
  listClosedRuns,
  listOpenRuns,
  saveProgress,
  updateHanded,
  updateRevived,
} from "./run-hand-out.queries.ts";
import { type OpenRun, mostVainAttempts, stoppedSentence } from "./run.ts";

/** What a probe says of its runs when it checks in. */
export interface RunCheckIn {
  tenantId: string;
  probeId: string;
  /** What it is working on, or still has messages of. */
  holding: readonly string[];
  progress: readonly { id: string; progress: RunProgress }[];
  /** Unix epoch milliseconds. */
  now: number;
}

/**
 * Takes a check-in: keeps how far the runs are, and answers what is to be done now. A queued run is handed out; one that
 * the probe should have and does not is handed out again, with the addresses that need no second look, until that
 * was in vain 3 times. When nothing is new this is one look at the probe's open runs.
 */
export async function offerRuns(
  database: Database,
  { tenantId, probeId, holding, progress, now }: RunCheckIn,
): Promise<{ jobs: ScanJob[]; stop: string[] }> {
  const db = database.forTenant(tenantId);
  const moved = await saveProgress(db, tenantId, probeId, progress);
  if (moved.length > 0) {
    await database.transaction(tenantId, (tx) => announce(tx, tenantId, "scan_runs", moved));
  }
  const open = await listOpenRuns(db, tenantId, probeId);
  const isOpen = new Set(open.map(({ id }) => id));
  const others = holding.filter((id) => !isOpen.has(id));
  const closed = others.length > 0 ? await listClosedRuns(db, tenantId, probeId, others) : [];
  const decision = decideCheckIn(
    { open, holding, closed },
    ({ attemptsInVain }) => attemptsInVain < mostVainAttempts,
  );
  const stop = [...decision.stop];
  if (isNothingToSave(decision)) return { jobs: [], stop };
  const jobs = await database.transaction(tenantId, (tx) => save(tx, tenantId, decision, now));
  return { jobs, stop };
}

async function save(
  tx: Tx,
  tenantId: string,
  decision: CheckInDecision<OpenRun>,
  now: number,
): Promise<ScanJob[]> {
  const ending = { at: now, progress: null, abandoned: true } as const;
  for (const id of decision.endStopped) {
    await updateEnded(tx, tenantId, id, { ...ending, state: "stopped", error: stoppedSentence });
  }
  for (const id of decision.giveUp) {
    const error = `The probe took up the scan ${mostVainAttempts} times and lost it each time before one more host was done; its log says why.`;
    await updateEnded(tx, tenantId, id, { ...ending, state: "failed", error });
  }
  for (const id of decision.revive) await tx.run(updateRevived, [tenantId, id]);
  const jobs: ScanJob[] = [];
  for (const run of decision.hand) {
    const job = await hand(tx, tenantId, run, now);
    if (job !== null) jobs.push(job);
  }
  const { endStopped, giveUp, revive, hand: handed } = decision;
  const changed = [...endStopped, ...giveUp, ...revive, ...handed.map(({ id }) => id)];
  await announce(tx, tenantId, "scan_runs", changed);
  return jobs;
}

async function hand(tx: Tx, tenantId: string, run: OpenRun, now: number): Promise<ScanJob | null> {
  const spec = await updateHanded(tx, tenantId, run, now);
  if (spec === null) return null;
  const done = run.attempts === 0 ? [] : await listDoneAddresses(tx, tenantId, run.id);
  return { runId: run.id, scanName: run.scanName, spec, done };
}
