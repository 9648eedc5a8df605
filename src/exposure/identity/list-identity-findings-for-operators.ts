import { type FindingStatus, findingStatuses } from "#exposure/life-cycle";
import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import {
  type OperatorIdentityFinding,
  listOperatorIdentityFindings,
} from "./identity-list.queries.ts";

/**
 * Identity findings of one directory, the most severe first.
 *
 * @param options.ruleId `null` or absent: of all rules.
 * @param options.status `open`, the default, means in progress as well; `all`: whatever it is.
 * @param options.limit most of them.
 */
export async function listIdentityFindingsForOperators(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  options: {
    directoryId: string;
    ruleId?: string | null;
    status?: FindingStatus | "all";
    limit: number;
  },
): Promise<OperatorIdentityFinding[]> {
  const { directoryId, ruleId = null, status = "open", limit } = options;
  if (!isId(directoryId)) return [];
  return database
    .forTenant(tenantId)
    .run(listOperatorIdentityFindings, [tenantId, directoryId, ruleId, statusesOf(status), limit]);
}

/** `open` means in progress as well. */
export function statusesOf(status: FindingStatus | "all"): readonly FindingStatus[] {
  if (status === "all") return findingStatuses;
  return status === "open" ? ["open", "in_progress"] : [status];
}
