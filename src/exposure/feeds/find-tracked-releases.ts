import type { Queryable } from "#platform/db";
import { listTrackedDebian, listTrackedOsv } from "./knowledge.queries.ts";

/**
 * Of which releases of distributions the feeds that are loaded know anything. Of others they are silent, which is no proof
 * that nothing is wrong there.
 *
 * @param wanted codenames of Debian's releases with the source packages that are to be judged, and ecosystems of OSV such as
 * `Alpine:v3.20`.
 */
export async function findTrackedReleases(
  db: Queryable,
  wanted: {
    readonly debian: readonly { readonly release: string; readonly package: string }[];
    readonly osv: readonly string[];
  },
): Promise<{ readonly debian: ReadonlySet<string>; readonly osv: ReadonlySet<string> }> {
  const releases = new Set(wanted.debian.map(({ release }) => release));
  const packages = new Set(wanted.debian.map((one) => one.package));
  const ecosystems = new Set(wanted.osv);
  const [debian, osv] = await Promise.all([
    releases.size === 0 ? [] : db.run(listTrackedDebian, [[...releases], [...packages]]),
    ecosystems.size === 0 ? [] : db.run(listTrackedOsv, [[...ecosystems]]),
  ]);
  return {
    debian: new Set(debian.map(({ release }) => release)),
    osv: new Set(osv.map(({ ecosystem }) => ecosystem)),
  };
}
