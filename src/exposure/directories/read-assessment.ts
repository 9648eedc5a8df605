import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { findAssessment, listAssessmentReports } from "./assessment-list.queries.ts";
import type { AssessmentReport } from "./assessment.ts";

/**
 * How it goes with an assessment; cheap enough to ask every second.
 *
 * @throws Problem `not_found`, also for one whose directory was deleted.
 */
export async function readAssessment(context: Context, id: string): Promise<AssessmentReport> {
  const { tenantId, database } = context;
  const assessment = await findAssessment(database.forTenant(tenantId), tenantId, id);
  if (assessment === null) throw new Problem("not_found", "There is no such assessment any more.");
  return assessment;
}

/** A directory's assessments, the newest first; of an unknown directory there are none. */
export async function listAssessments(
  context: Context,
  directoryId: string,
  limit: number,
): Promise<AssessmentReport[]> {
  const { tenantId, database } = context;
  return listAssessmentReports(database.forTenant(tenantId), tenantId, directoryId, limit);
}
