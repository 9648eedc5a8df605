import type { Queryable } from "#platform/db";
import { listTrackedDebian, listTrackedOsv } from "./knowledge.queries.ts";

/**
 * Of which releases of distributions the feeds that are loaded know anything. Of others they are silent, which is no proof
 * that nothing is wrong there.
 *
 * @param wanted codenames of Debian's releases, and ecosystems of OSV such as `Alpine:v3.20`.
 */
export async function findTrackedReleases(
  db: Queryable,
  wanted: { readonly debian: readonly string[]; readonly osv: readonly string[] },
): Promise<{ readonly debian: ReadonlySet<string>; readonly osv: ReadonlySet<string> }> {
  const [debian, osv] = await Promise.all([
    wanted.debian.length === 0 ? [] : db.run(listTrackedDebian, [[...new Set(wanted.debian)]]),
    wanted.osv.length === 0 ? [] : db.run(listTrackedOsv, [[...new Set(wanted.osv)]]),
  ]);
  return {
    debian: new Set(debian.map(({ release }) => release)),
    osv: new Set(osv.map(({ ecosystem }) => ecosystem)),
  };
}
