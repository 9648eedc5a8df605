import type { HostFacts, PackageFacts, PackageManager } from "#engines/inventory-types";
import { parseApkInstalled } from "./apk.ts";
import type { Tell } from "./blind-spots.ts";
import { parseDpkgStatus } from "./dpkg.ts";
import { type HostFiles, maxFileBytes } from "./host-files.ts";
import { maxPackages, sortedPackages } from "./package-facts.ts";
import { findRpmDatabase, readRpmPackages, RpmFailed, rpmDatabases, rpmFolders } from "./rpm.ts";

const dpkgStatus = "/var/lib/dpkg/status";
/** Distroless images have a file for each package. */
const dpkgStatusFolder = "/var/lib/dpkg/status.d";
/** apk 3 has moved below /usr. */
const apkInstalled = ["/lib/apk/db/installed", "/usr/lib/apk/db/installed"];

/** What distributions use, by `ID` or `ID_LIKE` of os-release. */
const managers: Readonly<Record<PackageManager, readonly string[]>> = {
  dpkg: ["debian", "ubuntu"],
  rpm: ["rhel", "fedora", "centos", "almalinux", "rocky", "ol", "amzn", "suse", "opensuse", "sles"],
  apk: ["alpine", "wolfi", "chainguard"],
};
/** The order in which they are looked for where the distribution tells nothing. */
const inOrder: readonly PackageManager[] = ["dpkg", "rpm", "apk"];

export interface InstalledPackages {
  readonly manager: PackageManager | null;
  readonly packages: readonly PackageFacts[];
}

/** Why a database that is there was not read; the message is a sentence. */
class NotRead extends Error {
  override name = "NotRead";
}

/** Reads the packages of a host again and again. */
export interface PackageReader {
  read(os: HostFacts["os"], tell: Tell): Promise<InstalledPackages>;
  /** Changes whenever one of the databases does; costs a few calls of the file system. */
  stamp(): Promise<string>;
}

/** Keeps what it has read for as long as no database changes; what was not seen whole is looked at again. */
export function createPackageReader(files: HostFiles): PackageReader {
  let kept: { key: string; found: InstalledPackages } | null = null;
  return {
    async read(os, tell) {
      // Before it is read: a change meanwhile leads to another stamp the next time.
      const key = [await stampOf(files), os.id, ...os.like].join(" ");
      if (kept?.key === key) return kept.found;
      let isWhole = true;
      const found = await readPackages(os, files, (what, why) => {
        isWhole = false;
        tell(what, why);
      });
      kept = isWhole ? { key, found } : null;
      return found;
    },
    stamp: () => stampOf(files),
  };
}

/**
 * The packages of the manager that the distribution uses, or of the first that has any. A database that is there and cannot
 * be read is a blind spot, and no other is read in its place: a few packages of another manager are not the host's.
 */
async function readPackages(
  os: HostFacts["os"],
  files: HostFiles,
  tell: Tell,
): Promise<InstalledPackages> {
  const usual = usualManager(os);
  const order = inOrder.toSorted((a, b) => Number(b === usual) - Number(a === usual));
  for (const manager of order) {
    try {
      const packages = sortedPackages(await readers[manager](files));
      if (packages.length === 0) continue;
      if (packages.length > maxPackages) {
        tell("packages", `There are more than ${maxPackages} packages; the others are left out.`);
      }
      return { manager, packages: packages.slice(0, maxPackages) };
    } catch (error) {
      if (!(error instanceof NotRead) && !(error instanceof RpmFailed)) throw error;
      tell("packages", error.message);
      return { manager, packages: [] };
    }
  }
  tell("packages", "No packages of dpkg, rpm or apk were found; others are not read.");
  return { manager: usual, packages: [] };
}

function usualManager(os: HostFacts["os"]): PackageManager | null {
  for (const id of [os.id, ...os.like]) {
    const found = inOrder.find((manager) =>
      managers[manager].some((name) => id === name || id.startsWith(`${name}-`)),
    );
    if (found !== undefined) return found;
  }
  return null;
}

const readers: Readonly<Record<PackageManager, (files: HostFiles) => Promise<PackageFacts[]>>> = {
  async dpkg(files) {
    const packages = parseDpkgStatus(await readDatabase(files, dpkgStatus), "ignored");
    for (const name of await files.list(dpkgStatusFolder)) {
      if (name.endsWith(".md5sums")) continue;
      const text = await readDatabase(files, `${dpkgStatusFolder}/${name}`);
      packages.push(...parseDpkgStatus(text, "installed"));
    }
    return packages;
  },
  rpm: async (files) => ((await findRpmDatabase(files)) === null ? [] : readRpmPackages(files)),
  async apk(files) {
    const texts = await Promise.all(apkInstalled.map((path) => readDatabase(files, path)));
    return texts.flatMap(parseApkInstalled);
  },
};

/** Empty when the file is not there. */
async function readDatabase(files: HostFiles, path: string): Promise<string> {
  const { text, problem } = await files.read(path);
  if (text !== null) return text;
  if (problem === "absent") return "";
  if (problem === "denied") {
    throw new NotRead(`${path} may not be read: run the agent as root, or give it read access.`);
  }
  const why =
    problem === "too_large" ? `is larger than ${maxFileBytes / 2 ** 20} MB` : "is no file";
  throw new NotRead(`${path} ${why}; it was not read.`);
}

async function stampOf(files: HostFiles): Promise<string> {
  const paths = [
    dpkgStatus,
    dpkgStatusFolder,
    ...apkInstalled,
    ...rpmFolders.flatMap((folder) => rpmDatabases.map((name) => `${folder}/${name}`)),
  ];
  const stamps = await Promise.all(paths.map((path) => files.stamp(path)));
  return stamps.join(" ").trim();
}
