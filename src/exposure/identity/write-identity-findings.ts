import type { FindingStatus } from "#exposure/life-cycle";
import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import {
  type OperatorIdentityFinding,
  listOperatorIdentityFindings,
} from "./identity-list.queries.ts";

/** Findings that are held at a time. */
const atOnce = 1000;
/** More than one directory ever has. */
const all = 2 ** 31 - 1;

/**
 * Hands out the identity findings of one directory as of one moment, the most severe first, in flat memory whatever their number.
 *
 * @param wanted.ruleId `null`: of all rules.
 * @param take is waited for, so that a slow reader is not flooded.
 * @returns how many there were.
 * @throws DatabaseUnavailable; whatever `take` throws.
 */
export async function writeIdentityFindings(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  wanted: { directoryId: string; ruleId: string | null; statuses: readonly FindingStatus[] },
  take: (findings: readonly OperatorIdentityFinding[]) => Promise<void>,
): Promise<number> {
  const { directoryId, ruleId, statuses } = wanted;
  if (!isId(directoryId)) return 0;
  let count = 0;
  await database.snapshot(tenantId, async (tx) => {
    const values = [tenantId, directoryId, ruleId, statuses, all] as const;
    for await (const some of tx.cursor(listOperatorIdentityFindings, [...values], atOnce)) {
      count += some.length;
      await take(some);
    }
  });
  return count;
}
