import { matchProfile } from "#engines/scap";
import { notifyAgents } from "#exposure/agents";
import { nextRunAt } from "#exposure/schedules";
import { type AuditEntry, insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { deleteAuditRows, insertAudit, updateAudit, updateNextRun } from "./audit.queries.ts";
import { type Audit, type AuditedBundle, memoryLimitsMb, timeLimitsSec } from "./audit.ts";
import { lockBundles } from "./audited.queries.ts";
import { listAgentsWithJobs } from "./job.queries.ts";
import { isProfileId } from "./profile.ts";

/** What is to be done to a tenant's audits. */
export interface AuditChanges {
  /** Their names must be free. */
  create: readonly Audit[];
  update: readonly { before: Audit; after: Audit }[];
  /** With all their jobs. What their runs found stays. */
  delete: readonly Audit[];
}

/**
 * Makes, changes and deletes audits, with an audit-log row each, in the caller's transaction. Where the short name of a
 * profile is given, the full id is kept. Jobs that are open go on as they were asked for. The next run is worked out anew
 * when anything about the schedule changes. Agents stop jobs of an audit that is deleted.
 *
 * @throws Problem `forbidden` without write scope; `not_found`: there is no such bundle; `invalid_request`: there is no
 * such profile, or a limit is none.
 * @throws RangeError for a schedule that `scheduleFault` would refuse.
 */
export async function saveAudits(tx: Tx, context: Context, changes: AuditChanges): Promise<void> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId } = context;
  const now = context.now();
  const gone = changes.delete.map(({ id }) => id);
  if (gone.length > 0) {
    await notifyAgents(tx, await listAgentsWithJobs(tx, tenantId, gone));
    await tx.run(deleteAuditRows, [tenantId, gone]);
  }
  const kept = [...changes.update.map(({ after }) => after), ...changes.create];
  const bundleIds = [...new Set(kept.map(({ bundleId }) => bundleId))];
  const bundles = new Map(
    (await lockBundles(tx, tenantId, bundleIds)).map((bundle) => [bundle.id, bundle]),
  );
  const update = changes.update.map(({ before, after }) => ({
    before,
    after: completed(after, bundles),
  }));
  const create = changes.create.map((audit) => completed(audit, bundles));
  for (const { before, after } of update) {
    await updateAudit(tx, tenantId, after);
    if (isScheduledAnew(before, after)) {
      await tx.run(updateNextRun, [tenantId, after.id, dueAfter(after, now)]);
    }
  }
  for (const audit of create) {
    await insertAudit(tx, tenantId, audit, { createdAt: now, nextRunAt: dueAfter(audit, now) });
  }
  await insertAuditEntries(tx, context, [
    ...changes.delete.map((audit) => entry("audit.delete", audit)),
    ...update.map(({ after }) => entry("audit.update", after)),
    ...create.map((audit) => entry("audit.create", audit)),
  ]);
}

/** With the full id of its profile. */
function completed(audit: Audit, bundles: ReadonlyMap<string, AuditedBundle>): Audit {
  const subject = `The audit ${JSON.stringify(audit.name)}`;
  const bundle = bundles.get(audit.bundleId);
  if (bundle === undefined) throw new Problem("not_found", `${subject} is for an unknown bundle.`);
  checkLimit(subject, "its time limit", audit.timeLimitSec, timeLimitsSec, "s");
  checkLimit(subject, "its memory limit", audit.memoryLimitMb, memoryLimitsMb, "MB");
  return { ...audit, profile: profileIn(subject, audit.profile, bundle) };
}

function checkLimit(
  subject: string,
  what: string,
  value: number,
  { least, most }: { least: number; most: number },
  unit: string,
): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const sentence = `${subject} cannot be kept: ${what} must be ${least} to ${most} ${unit}, not ${value}.`;
  throw new Problem("invalid_request", sentence);
}

function profileIn(subject: string, profile: string, bundle: AuditedBundle): string {
  const what = `${subject} cannot be kept: the profile ${JSON.stringify(profile)}`;
  if (!isProfileId(profile)) {
    const sentence = `${what} is no id of letters, digits, dots, dashes and underscores.`;
    throw new Problem("invalid_request", sentence);
  }
  // What is in a file of the distribution shows on the host.
  if (bundle.source === "content") return profile;
  const match = matchProfile(profile, bundle.profiles);
  if ("id" in match) return match.id;
  const sentence = `${what} of the bundle ${JSON.stringify(bundle.name)} ${match.fault}.`;
  throw new Problem("invalid_request", sentence);
}

function isScheduledAnew(before: Audit, after: Audit): boolean {
  return (
    before.schedule !== after.schedule ||
    before.timeZone !== after.timeZone ||
    before.enabled !== after.enabled
  );
}

function dueAfter({ enabled, schedule, timeZone }: Audit, now: number): number | null {
  return enabled && schedule !== null ? nextRunAt(schedule, timeZone, now) : null;
}

function entry(action: string, { id, ...detail }: Audit): AuditEntry {
  return { action, subjectKind: "audit", subjectId: id, detail: { ...detail } };
}
