import { createHash } from "node:crypto";
import { identityLock, moveIdentityFindings } from "#exposure/identity";
import { notifyProbe } from "#exposure/probes";
import { nextRunAt } from "#exposure/schedules";
import { type AuditEntry, insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import { type Tx, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import {
  deleteAssessmentsOf,
  listProbesWithAssessments,
  updateProbeOfQueued,
} from "./assessment.queries.ts";
import { sealSecret } from "./directory-secret.ts";
import {
  deleteDirectoryRows,
  insertDirectory,
  updateDirectory,
  updateNextRun,
  updateSecret,
} from "./directory.queries.ts";
import type { Directory } from "./directory.ts";

/** What is to be done to a tenant's directories. */
export interface DirectoryChanges {
  /** Their names must be free. */
  create: readonly (Directory & { secret: string })[];
  /** `secret: null`: it stays. */
  update: readonly { before: Directory; after: Directory; secret: string | null }[];
  /** With all their assessments, and what those found. */
  delete: readonly Directory[];
}

/**
 * Makes, changes and deletes directories, with an audit row each, in the caller's transaction. An assessment under way goes
 * on as it was begun; one that waits goes to the directory's new probe, if it has one, and is carried out with what the
 * directory is then. The next is worked out anew when anything about the schedule changes. Probes stop assessments of a
 * directory that is deleted.
 *
 * @param box seals the secrets.
 * @throws Problem `forbidden` without write scope; `invalid_request` for a directory that becomes one of another type: what
 * was found in it would be found there no more, and count as mended.
 */
export async function saveDirectories(
  tx: Tx,
  context: Context,
  box: SealedBox,
  changes: DirectoryChanges,
): Promise<void> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  for (const { before, after } of changes.update) checkType(before, after);
  const { tenantId } = context;
  const now = context.now();
  // Before any row is locked, as those do who take in what probes tell: else each would wait for the other.
  if (changes.delete.length > 0 || changes.update.some(isMoved)) {
    await lock(tx, identityLock(tenantId));
  }
  await remove(tx, tenantId, changes.delete);
  for (const { before, after, secret } of changes.update) {
    if (before.probeId !== after.probeId) {
      await tx.run(updateProbeOfQueued, [tenantId, after.id, after.probeId]);
      await notifyProbe(tx, after.probeId);
    }
    await updateDirectory(tx, tenantId, after);
    if (isMoved({ before, after })) await moveIdentityFindings(tx, tenantId, after);
    if (secret !== null) {
      await tx.run(updateSecret, [tenantId, after.id, sealSecret(box, after.id, secret)]);
    }
    if (isScheduledAnew(before, after)) {
      await tx.run(updateNextRun, [tenantId, after.id, dueAfter(after, now)]);
    }
  }
  for (const { secret, ...directory } of changes.create) {
    const sealedSecret = sealSecret(box, directory.id, secret);
    const times = { createdAt: now, nextRunAt: dueAfter(directory, now) };
    await insertDirectory(tx, tenantId, directory, { sealedSecret, ...times });
  }
  await insertAuditEntries(tx, context, [
    ...changes.delete.map((directory) => entry("directory.delete", directory)),
    ...changes.update.map(({ after, secret }) =>
      entry("directory.update", after, secret === null ? {} : { secret: "changed" }),
    ),
    ...changes.create.map((directory) => entry("directory.create", directory)),
  ]);
}

function checkType(before: Directory, after: Directory): void {
  if (before.type === after.type) return;
  const sentence = `The directory ${JSON.stringify(before.name)} cannot become one of type ${after.type}; declare that under another name.`;
  throw new Problem("invalid_request", sentence);
}

async function remove(tx: Tx, tenantId: string, directories: readonly Directory[]): Promise<void> {
  if (directories.length === 0) return;
  const ids = directories.map(({ id }) => id);
  for (const probeId of await listProbesWithAssessments(tx, tenantId, ids)) {
    await notifyProbe(tx, probeId);
  }
  // Before the directories, which would take them along: the end of an assessment comes to both in that order.
  await tx.run(deleteAssessmentsOf, [tenantId, ids]);
  await tx.run(deleteDirectoryRows, [tenantId, ids]);
}

function isMoved({ before, after }: { before: Directory; after: Directory }): boolean {
  return before.siteId !== after.siteId;
}

function isScheduledAnew(before: Directory, after: Directory): boolean {
  return (
    before.schedule !== after.schedule ||
    before.timeZone !== after.timeZone ||
    before.enabled !== after.enabled
  );
}

function dueAfter({ enabled, schedule, timeZone }: Directory, now: number): number | null {
  return enabled && schedule !== null ? nextRunAt(schedule, timeZone, now) : null;
}

/** Named one by one: what comes with a directory may hold its secret, and that must never be logged. */
function entry(action: string, directory: Directory, more: AuditEntry["detail"] = {}): AuditEntry {
  const { id, name, type, siteId, probeId, schedule, timeZone, enabled } = directory;
  const settings = shownSettings(directory.settings);
  const detail = { name, type, siteId, probeId, settings, schedule, timeZone, enabled, ...more };
  return { action, subjectKind: "directory", subjectId: id, detail };
}

/** Certificates may be 200 kB long: their hash tells whether they were changed. */
function shownSettings(settings: Directory["settings"]): object {
  if (settings.type === "entra" || settings.ca === null) return settings;
  return { ...settings, ca: `sha256:${createHash("sha256").update(settings.ca).digest("hex")}` };
}
