import type { HostFacts } from "#engines/inventory-types";
import type { InstalledPackage } from "#engines/vulnerability-types";
import { debianCodename } from "../products/debian-releases.ts";

type Distribution = Pick<InstalledPackage, "distribution" | "release" | "rebuild">;

/** Which distribution a host's packages are judged as. */
export interface HostDistribution extends Distribution {
  /** For sentences: `Debian 12 (bookworm)`. */
  readonly name: string;
  /** It only descends from the distribution: what its version does not prove to be from there is not judged. */
  readonly derived: boolean;
}

/** What to judge the packages of a host as, or the sentence that says why they cannot be judged. */
export function distributionOf({ os }: HostFacts): HostDistribution | string {
  if (os.family !== "linux")
    return `Packages of ${os.name} are not judged: no feed here speaks of them.`;
  switch (os.id) {
    case "debian":
      return debian(os);
    case "ubuntu":
      return os.version === null
        ? `${os.name} does not say which release it is.`
        : known("ubuntu", os.version, `Ubuntu ${os.version}`);
    case "alpine": {
      const branch = /^\d+\.\d+(?![\d_])/.exec(os.version ?? "")?.[0];
      return branch === undefined || /_alpha|_beta|_rc/.test(os.version ?? "")
        ? `${os.name} is a moving branch: advisories are written for releases only.`
        : known("alpine", branch, `Alpine ${branch}`);
    }
    case "rhel":
    case "almalinux":
    case "rocky":
    case "centos":
    case "ol":
      return redHat(os);
  }
  if (os.like.includes("ubuntu")) return { ...known("ubuntu", null, os.name), derived: true };
  if (os.like.includes("debian")) return { ...known("debian", null, os.name), derived: true };
  return `Packages of ${os.name} are not judged: no feed here says in which of them it fixes what.`;
}

function known(
  distribution: Distribution["distribution"],
  release: string | null,
  name: string,
): HostDistribution {
  return { distribution, release, name, derived: false };
}

/** Testing and unstable have no number. Both get their fixes by uploads to unstable, so its rules hold for both. */
function debian({ version, codename, name }: HostFacts["os"]): HostDistribution | string {
  if (version === null) return known("debian", "sid", "Debian testing or unstable");
  const release = debianCodename(codename ?? version) ?? debianCodename(version);
  return release === null
    ? `${name} is no release of Debian's that is known here.`
    : known("debian", release, `Debian ${version} (${release})`);
}

function redHat({ id, version, name }: HostFacts["os"]): HostDistribution | string {
  const major = /^\d+/.exec(version ?? "")?.[0];
  if (major === undefined) return `${name} does not say which release it is.`;
  // What is built ahead of Red Hat's releases has numbers of its own, with which its advisories say nothing.
  if (id === "centos" && (name.includes("Stream") || Number(major) > 8)) {
    return `Packages of ${name} are not judged: it has no advisories of its own, and is ahead of Red Hat's.`;
  }
  const builders = { almalinux: "AlmaLinux", rhel: "Red Hat", rocky: "Rocky Linux" } as const;
  const isKnown = id === "almalinux" || id === "rhel" || id === "rocky";
  return { ...known("rhel", major, name), ...(isKnown ? { rebuild: builders[id] } : {}) };
}
