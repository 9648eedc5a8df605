import { nextRunOf } from "#exposure/schedules";
import type { Database, Tx } from "#platform/db";
import type { Log } from "#platform/log";
import {
  type DueAudit,
  listDueAudits,
  lockDueAudit,
  updateLastError,
  updateLastRun,
  updateNextRun,
} from "./audit.queries.ts";
import { beginJobs, findHosts, namesOf } from "./begin-jobs.ts";

interface Deps {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
}

/**
 * Queues a job on every host of every audit that is due, and sets when it is due next: later than now, so that what was
 * missed while the server was away is made up for once. A host whose job is still open gets no other, and the audit's
 * `lastError` says so. Safe to do on several replicas at once.
 */
export async function startDueAudits({ database, log, now }: Deps): Promise<void> {
  for (const { tenantId, id } of await listDueAudits(database.system, now())) {
    try {
      const error = await database.transaction(tenantId, async (tx) => {
        const audit = await lockDueAudit(tx, tenantId, id, now());
        return audit === null ? null : start(tx, tenantId, audit, now());
      });
      if (error !== null) log.warn({ tenantId, auditId: id }, error);
    } catch (error) {
      // It stays due, and must not hold up those behind it for ever.
      log.error({ err: error, tenantId, auditId: id }, "an audit that is due could not be started");
    }
  }
}

/** @returns what went wrong, a sentence; `null`: nothing. */
async function start(
  tx: Tx,
  tenantId: string,
  audit: DueAudit,
  now: number,
): Promise<string | null> {
  const next = nextRunOf(audit, now);
  await tx.run(updateNextRun, [tenantId, audit.id, next.at]);
  const { hosts, none } = await findHosts(tx, tenantId, audit);
  const asked = { hosts, requestedBy: "schedule", arf: false, now };
  const { begun, skipped } = await beginJobs(tx, tenantId, audit, asked);
  const due = `The audit due at ${new Date(audit.dueAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const faults = [
    ...(none === null ? [] : [`${due} ran nowhere. ${none}`]),
    ...(skipped.length === 0
      ? []
      : [
          `${due} left out ${skipped.length} of ${hosts.length} hosts, where the one before is still open: ${namesOf(skipped)}.`,
        ]),
    ...(next.error === null ? [] : [next.error]),
  ];
  const error = faults.length === 0 ? null : faults.join(" ");
  if (begun.length > 0) await tx.run(updateLastRun, [tenantId, audit.id, now]);
  await tx.run(updateLastError, [tenantId, audit.id, error]);
  return error;
}
