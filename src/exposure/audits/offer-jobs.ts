import { type CheckInDecision, decideCheckIn, isNothingToSave } from "#exposure/hand-outs";
import type { Database, Queryable, Tx } from "#platform/db";
import { announce } from "#platform/live";
import type { AuditJob, AuditProgress } from "#wire/agent.v1";
import {
  listClosedJobs,
  listOpenJobs,
  saveProgress,
  updateHanded,
  updateRevived,
} from "./handed-job.queries.ts";
import { updateEnded } from "./job.queries.ts";
import { type OpenJob, mostAttempts, stoppedSentence } from "./job.ts";

/** What an agent says of its jobs when it checks in. */
export interface JobsAtAgent {
  tenantId: string;
  agentId: string;
  /** What it is working on, or still has the outcome of. */
  holding: readonly string[];
  progress: readonly { id: string; progress: AuditProgress }[];
  /** Unix epoch milliseconds. */
  now: number;
}

/** Finds the files whose texts an agent need not send again, by agent: `listContentsOfBundle` of the audit runs. */
export type ContentsOfBundle = (
  db: Queryable,
  tenantId: string,
  bundleId: string,
  agentIds: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

/**
 * Takes a check-in: keeps how far the jobs are, and answers what is to be done now. A queued job is handed out when the
 * agent has none in hand; one that it should have and does not is handed out again, at most 3 times in all. When nothing is
 * new this is one look at the agent's open jobs.
 */
export async function offerJobs(
  database: Database,
  { tenantId, agentId, holding, progress, now }: JobsAtAgent,
  contentsOf: ContentsOfBundle,
): Promise<{ jobs: AuditJob[]; stop: string[] }> {
  const db = database.forTenant(tenantId);
  const moved = await saveProgress(db, tenantId, agentId, progress);
  if (moved.length > 0) {
    await database.transaction(tenantId, (tx) => announce(tx, tenantId, "audit_jobs", moved));
  }
  const open = await listOpenJobs(db, tenantId, agentId);
  const isOpen = new Set(open.map(({ id }) => id));
  const others = holding.filter((id) => !isOpen.has(id));
  const closed = others.length > 0 ? await listClosedJobs(db, tenantId, agentId, others) : [];
  const decision = decideCheckIn(
    { open, holding, closed },
    ({ attempts }) => attempts < mostAttempts,
  );
  const stop = [...decision.stop];
  if (isNothingToSave(decision)) return { jobs: [], stop };
  const agent = { tenantId, agentId };
  const jobs = await database.transaction(tenantId, (tx) =>
    save(tx, agent, decision, { now, contentsOf }),
  );
  return { jobs, stop };
}

async function save(
  tx: Tx,
  agent: { tenantId: string; agentId: string },
  decision: CheckInDecision<OpenJob>,
  { now, contentsOf }: { now: number; contentsOf: ContentsOfBundle },
): Promise<AuditJob[]> {
  const { tenantId, agentId } = agent;
  const ending = { at: now, abandoned: true } as const;
  for (const id of decision.endStopped) {
    const stopped = {
      ...ending,
      state: "stopped",
      code: "stopped",
      error: stoppedSentence,
    } as const;
    await updateEnded(tx, tenantId, agentId, id, stopped);
  }
  for (const id of decision.giveUp) {
    const error = `The agent took up the audit ${mostAttempts} times and lost it each time; its log says why.`;
    await updateEnded(tx, tenantId, agentId, id, { ...ending, state: "failed", code: null, error });
  }
  for (const id of decision.revive) await tx.run(updateRevived, [tenantId, id]);
  const jobs: AuditJob[] = [];
  for (const job of decision.hand) {
    const handed = await hand(tx, agent, job, { now, contentsOf });
    if (handed !== null) jobs.push(handed);
  }
  await announce(tx, tenantId, "audit_jobs", null);
  return jobs;
}

async function hand(
  tx: Tx,
  { tenantId, agentId }: { tenantId: string; agentId: string },
  job: OpenJob,
  { now, contentsOf }: { now: number; contentsOf: ContentsOfBundle },
): Promise<AuditJob | null> {
  const handed = await updateHanded(tx, tenantId, job, now);
  if (handed === null) return null;
  const { spec, bundleId } = handed;
  if (spec.bundle.kind === "file") return { jobId: job.id, ...spec };
  const contents = await contentsOf(tx, tenantId, bundleId, [agentId]);
  const known = [...(contents.get(agentId) ?? [])];
  return { jobId: job.id, ...spec, bundle: { ...spec.bundle, known } };
}
