import type { PackageFacts } from "#engines/scan-types";
import { debianReleases } from "#lib/debian-releases";

/**
 * The package that a revision such as `2+deb12u3` belongs to: `9.2p1-2+deb12u3` of Debian bookworm.
 *
 * @param upstream the version in front of the revision; `null`: not known, and then the package's is not, either
 */
export function packageOf(
  distribution: PackageFacts["distribution"],
  upstream: string | null,
  revision: string,
): PackageFacts {
  const release = distribution === "debian" ? debianRelease(revision) : ubuntuRelease(revision);
  return {
    distribution,
    ...(release === null ? {} : { release }),
    ...(upstream === null || revision === "" ? {} : { version: `${upstream}-${revision}` }),
  };
}

/** A distribution that a banner names in passing: `Apache/2.4.62 (Debian)`, `Postfix (Debian/GNU)`, `(Red Hat Enterprise Linux)`. */
export function namedDistribution(text: string): PackageFacts | null {
  const name =
    /\((Debian|Ubuntu|Red Hat|RedHat|CentOS|AlmaLinux|Rocky|Fedora|Alpine|Raspbian|SUSE)/i
      .exec(text)?.[1]
      ?.toLowerCase();
  if (name === undefined) return null;
  if (name === "debian" || name === "ubuntu" || name === "alpine") return { distribution: name };
  const likeRedHat = ["red hat", "redhat", "centos", "almalinux", "rocky"].includes(name);
  return { distribution: likeRedHat ? "rhel" : "other" };
}

/**
 * The package in a version that a server builds in as a whole: `15.18-0+deb12u1`, `0ubuntu0.22.04.1`.
 *
 * @param revision what follows the upstream version
 */
export function packageByRevision(upstream: string, revision: string): PackageFacts | null {
  if (/\bubuntu|^\d+ubuntu/.test(revision)) return packageOf("ubuntu", upstream, revision);
  if (/deb\d+u\d+|~bpo\d+/.test(revision)) return packageOf("debian", upstream, revision);
  return null;
}

function debianRelease(revision: string): string | null {
  const number = /(?:deb|bpo)(\d{1,2})(?:[u+]|$)/.exec(revision)?.[1];
  return number === undefined ? null : (debianReleases[number] ?? null);
}

/** Ubuntu writes the release into revisions that differ from release to release: `0ubuntu0.22.04.1`. */
function ubuntuRelease(revision: string): string | null {
  return /ubuntu0\.(\d{2}\.\d{2})\b/.exec(revision)?.[1] ?? null;
}
