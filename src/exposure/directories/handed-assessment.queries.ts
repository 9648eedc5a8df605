import type { AssessmentProgress } from "#engines/directory-types";
import type { ClosedWork } from "#exposure/hand-outs";
import { type Queryable, statement } from "#platform/db";
import type { OpenAssessment, ReportedAssessment } from "./assessment.ts";
import type { DirectoryRow } from "./directory.queries.ts";

/** A probe's queued and running assessments, the oldest first. */
export async function listOpenAssessments(
  db: Queryable,
  tenantId: string,
  probeId: string,
): Promise<OpenAssessment[]> {
  return db.run(listOpenStatement, [tenantId, probeId]);
}

const listOpenStatement = statement<readonly [tenantId: string, probeId: string], OpenAssessment>(
  "assessments.list-open",
  `select a.id, a.state, a.stop_requested as "stopRequested", a.attempts, a.error, p.name as "probeName"
   from assessments a join probes p on p.tenant_id = a.tenant_id and p.id = a.probe_id
   where a.tenant_id = $1 and a.probe_id = $2 and a.state in ('queued', 'running')
   order by a.created_at, a.id`,
);

/** Of some of a probe's assessments, those that are not open any more. */
export async function listClosedAssessments(
  db: Queryable,
  tenantId: string,
  probeId: string,
  ids: readonly string[],
): Promise<ClosedWork[]> {
  return db.run(listClosedStatement, [tenantId, probeId, ids]);
}

const listClosedStatement = statement<
  readonly [tenantId: string, probeId: string, ids: readonly string[]],
  ClosedWork
>(
  "assessments.list-closed",
  `select a.id, a.state, a.abandoned, exists (
       select from assessments o
       where o.tenant_id = a.tenant_id and o.directory_id = a.directory_id and o.state in ('queued', 'running')
     ) as "hasSuccessor"
   from assessments a
   where a.tenant_id = $1 and a.probe_id = $2 and a.id = any($3::uuid[]) and a.state not in ('queued', 'running')`,
);

/**
 * Marks an assessment as handed to its probe.
 *
 * @param assessment.attempts how often it was before; another number in the row means that another check-in was faster.
 * @returns what is to be assessed, or `null` when it was handed out or ended meanwhile, or went to another probe.
 */
export async function updateHanded(
  tx: Queryable,
  tenantId: string,
  probeId: string,
  assessment: { id: string; attempts: number },
  now: number,
): Promise<HandedDirectory | null> {
  const { id, attempts } = assessment;
  const [row] = await tx.run(handStatement, [tenantId, probeId, id, attempts, now]);
  return row ?? null;
}

/** What it takes to make the job of an assessment. */
export type HandedDirectory = Pick<
  DirectoryRow,
  "id" | "name" | "type" | "settings" | "sealedSecret"
>;

const handStatement = statement<
  readonly [tenantId: string, probeId: string, id: string, attempts: number, now: number],
  HandedDirectory
>(
  "assessments.update-handed",
  `update assessments a set state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, $5),
     handed_at = $5, error = null, progress = null
   from directories d
   where a.tenant_id = $1 and a.probe_id = $2 and a.id = $3 and a.attempts = $4 and a.state in ('queued', 'running')
     and not a.stop_requested and d.tenant_id = a.tenant_id and d.id = a.directory_id
   returning d.id, d.name, d.type, d.settings, d.secret as "sealedSecret"`,
);

/** Lets an assessment that was given up run on. Nothing happens when its directory has another open one. */
export const updateRevived = statement<readonly [tenantId: string, id: string], never>(
  "assessments.update-revived",
  `update assessments a set state = 'running', error = null, ended_at = null, abandoned = false
   where a.tenant_id = $1 and a.id = $2 and a.state = 'failed' and a.abandoned and not exists (
     select from assessments o
     where o.tenant_id = a.tenant_id and o.directory_id = a.directory_id and o.state in ('queued', 'running'))`,
);

/** Says why assessments that wait cannot be handed out. */
export const updateWaitsBecause = statement<
  readonly [tenantId: string, ids: readonly string[], error: string],
  never
>(
  "assessments.update-waits-because",
  "update assessments set error = $3 where tenant_id = $1 and id = any($2::uuid[]) and state = 'queued'",
);

/**
 * Keeps how far running assessments are; rows in which nothing changes are not written. A check-in waits for nothing: of one
 * whose messages are being saved, the next will tell.
 *
 * @returns the ids of those that got on.
 */
export async function saveProgress(
  db: Queryable,
  tenantId: string,
  probeId: string,
  progress: readonly { id: string; progress: AssessmentProgress }[],
): Promise<string[]> {
  if (progress.length === 0) return [];
  const moved = await db.run(progressStatement, [
    tenantId,
    probeId,
    progress.map(({ id }) => id),
    progress.map((each) => JSON.stringify(each.progress)),
  ]);
  return moved.map(({ id }) => id);
}

const progressStatement = statement<
  readonly [tenantId: string, probeId: string, ids: readonly string[], progress: readonly string[]],
  { id: string }
>(
  "assessments.save-progress",
  `update assessments a set progress = said.progress::jsonb
   from unnest($3::uuid[], $4::text[]) as said (id, progress)
   where a.tenant_id = $1 and a.id = said.id and a.progress is distinct from said.progress::jsonb
     and a.id in (
       select free.id from assessments free
       where free.tenant_id = $1 and free.probe_id = $2 and free.id = any($3::uuid[]) and free.state = 'running'
       for no key update skip locked)
   returning a.id`,
);

/** Locks assessments that a probe was handed, in the order of their ids, and says what their messages are about. */
export async function lockReportedAssessments(
  tx: Queryable,
  tenantId: string,
  probeId: string,
  ids: readonly string[],
): Promise<ReportedAssessment[]> {
  return tx.run(lockReportedStatement, [tenantId, probeId, ids]);
}

const lockReportedStatement = statement<
  readonly [tenantId: string, probeId: string, ids: readonly string[]],
  ReportedAssessment
>(
  "assessments.lock-reported",
  `select a.id, a.directory_id as "directoryId", d.name as "directoryName", d.type, d.site_id as "siteId", a.state,
     a.handed_at as "handedAt"
   from assessments a join directories d on d.tenant_id = a.tenant_id and d.id = a.directory_id
   where a.tenant_id = $1 and a.probe_id = $2 and a.id = any($3::uuid[]) and a.handed_at is not null
   order by a.id for no key update of a`,
);
