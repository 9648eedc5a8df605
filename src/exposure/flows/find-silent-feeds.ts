import { type PackagedSoftware, ecosystemsOf } from "#engines/matching";
import { findTrackedReleases } from "#exposure/feeds";
import type { Queryable } from "#platform/db";

/**
 * Which installed software the loaded feeds cannot speak of at all, because they hold nothing of its distribution's release:
 * that nothing is known of it must not look as if nothing were wrong with it.
 *
 * @returns why a piece of software cannot be judged, a sentence; `null`: it can.
 */
export async function findSilentFeeds(
  db: Queryable,
  software: readonly PackagedSoftware[],
): Promise<(software: PackagedSoftware) => string | null> {
  const tracked = await findTrackedReleases(db, {
    debian: software.flatMap((one) => {
      const release = debianReleaseOf(one);
      return release === null ? [] : [{ release, package: one.source }];
    }),
    osv: software.flatMap(ecosystemsFor),
  });
  return (one) => {
    const release = debianReleaseOf(one);
    const ecosystems = ecosystemsFor(one);
    const isTracked =
      (release !== null && tracked.debian.has(release)) ||
      ecosystems.some((ecosystem) => tracked.osv.has(ecosystem));
    if (isTracked) return null;
    return release === null
      ? `No advisories of OSV's for ${oneOfEachArchive(ecosystems).join(" or ") || "this release"} are imported.`
      : `Debian's tracker, as it is imported, says nothing of ${release}.`;
  };
}

/** A release may have a dozen ecosystems in one archive; for people one of them is enough. */
function oneOfEachArchive(ecosystems: readonly string[]): string[] {
  const archives = ecosystems.map((ecosystem) => ecosystem.split(":", 1)[0]);
  return ecosystems.filter((_, index) => archives.indexOf(archives[index]) === index);
}

function debianReleaseOf({ software }: PackagedSoftware): string | null {
  return software.package?.distribution === "debian" ? software.package.release : null;
}

function ecosystemsFor({ software }: PackagedSoftware): string[] {
  return software.package === null ? [] : ecosystemsOf(software.package);
}
