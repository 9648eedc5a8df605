import { newId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { insertAssessment, lockOpenAssessment } from "./assessment.queries.ts";
import { findDirectoryId, lockDirectory, updateAttempted } from "./directory.queries.ts";
import { noSuchDirectory } from "./no-such-directory.ts";

/**
 * Asks for an assessment of a directory now, whatever its schedule says. When one is open already, that is the answer:
 * assessments of one directory never overlap.
 *
 * @returns the assessment; `isNew` is false when it was open before.
 * @throws Problem `forbidden` without write scope; `not_found`.
 */
export async function requestAssessment(
  context: Context,
  { name }: { name: string },
): Promise<{ assessmentId: string; isNew: boolean }> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId, actor } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const directoryId = await findDirectoryId(tx, tenantId, name);
    if (directoryId === null) throw noSuchDirectory(name);
    const open = await lockOpenAssessment(tx, tenantId, directoryId);
    if (open !== null) return { assessmentId: open.id, isNew: false };
    const directory = await lockDirectory(tx, tenantId, directoryId);
    if (directory === null) throw noSuchDirectory(name);
    const now = context.now();
    const { probeId } = directory;
    const assessment = { id: newId(), directoryId, probeId, createdAt: now };
    if (!(await insertAssessment(tx, tenantId, { ...assessment, requestedBy: actor.name }))) {
      // The schedule was faster, a moment ago.
      const other = await lockOpenAssessment(tx, tenantId, directoryId);
      if (other === null)
        throw new Error(`directory ${directoryId} has an open assessment that cannot be found`);
      return { assessmentId: other.id, isNew: false };
    }
    await updateAttempted(tx, tenantId, directoryId, { at: now, error: null });
    await announce(tx, tenantId, "assessments", [assessment.id]);
    await insertAuditEntries(tx, context, [
      {
        action: "directory.assess",
        subjectKind: "directory",
        subjectId: directoryId,
        detail: { name: directory.name, assessmentId: assessment.id },
      },
    ]);
    return { assessmentId: assessment.id, isNew: true };
  });
}
