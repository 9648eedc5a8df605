import type { FindingStatus } from "#exposure/life-cycle";
import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import {
  type OperatorIdentityFinding,
  listOperatorIdentityFindings,
} from "./identity-list.queries.ts";
import { statusesOf } from "./list-identity-findings-for-operators.ts";

/** Findings that are held at a time. */
const atOnce = 1000;
/** More than one directory ever has. */
const all = 2 ** 31 - 1;

/**
 * Hands out the identity findings of one directory as of one moment, the most severe first, in flat memory whatever their number.
 *
 * @param wanted as `listIdentityFindingsForOperators`.
 * @param take is waited for, so that a slow reader is not flooded.
 * @returns how many there were.
 * @throws DatabaseUnavailable; whatever `take` throws.
 */
export async function writeIdentityFindings(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  wanted: { directoryId: string; ruleId: string | null; status: FindingStatus | "all" },
  take: (findings: readonly OperatorIdentityFinding[]) => Promise<void>,
): Promise<number> {
  const { directoryId, ruleId, status } = wanted;
  if (!isId(directoryId)) return 0;
  let count = 0;
  await database.snapshot(tenantId, async (tx) => {
    const values = [tenantId, directoryId, ruleId, statusesOf(status), all] as const;
    for await (const some of tx.cursor(listOperatorIdentityFindings, [...values], atOnce)) {
      count += some.length;
      await take(some);
    }
  });
  return count;
}
