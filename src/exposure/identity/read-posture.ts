import type { Context } from "#platform/context";
import { type AssessmentSummary, summarise } from "./summarise.ts";

/** How it is with a directory now, decisions since its last assessment included. Of one that there is not nothing is known. */
export async function readPosture(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  directoryId: string,
): Promise<AssessmentSummary> {
  return summarise(database.forTenant(tenantId), tenantId, directoryId);
}
