/*
 * Which kernel counts. Several are installed side by side and one runs; headers, tools and documentation are built from the
 * same source package and hold none of its code. A container has its host's kernel, whatever packages it has.
 *
 * Sources of the names: Debian Linux Kernel Handbook, chapter 2 (`linux-image-ABI-FLAVOUR`, and linux-signed-ARCH from which
 * signed ones are built); Ubuntu Kernel/FAQ (`linux-signed`, `linux-meta`, a source package for each flavour); Red Hat,
 * "Managing, monitoring, and updating the kernel", 1.2 (`kernel-core`, whose VERSION-RELEASE.ARCH `uname -r` prints);
 * Alpine's APKBUILD of linux-lts (`uname -r` prints VERSION-REVISION-FLAVOUR).
 */
import { type HostFacts, type PackageFacts, packageKey } from "#engines/inventory-types";
import { compareText } from "../versions/digits.ts";
import { compareVersions, type VersionScheme } from "../versions/scheme.ts";

/** The kernel that runs, as far as packages tell. */
export interface RunningKernel {
  /** The package that it came in, in its source package's terms. */
  readonly image: PackageFacts;
  /** The newest one that is installed and does not run yet; `null`: none. */
  readonly newer: string | null;
}

const flavours =
  "hwe|aws|azure|gcp|gke|gkeop|oracle|kvm|ibm|intel|lowlatency|nvidia|oem|raspi|riscv|realtime|fips|bluefield|xilinx|starfive|allwinner|laptop|iot|lts";
const sources: Readonly<Record<NonNullable<HostFacts["packageManager"]>, RegExp>> = {
  dpkg: new RegExp(
    `^linux(?:-(?:signed|meta|restricted-modules))?(?:-\\d+\\.\\d+)?(?:-(?:amd64|arm64|i386)|-(?:${flavours})(?:-[\\w.]+)*)?$`,
  ),
  rpm: /^kernel(?:-(?:rt|uek|64k))?$/,
  apk: /^linux-(?:lts|virt|edge|stable|hardened|rpi\d*|elm|asahi|gru|openpax)$/,
};
const schemes = { dpkg: "dpkg", rpm: "rpm", apk: "apk" } as const satisfies Record<
  NonNullable<HostFacts["packageManager"]>,
  VersionScheme
>;

/** Whether a package is built from a kernel's source package. */
export function isOfKernel({ packageManager }: HostFacts, { source }: PackageFacts): boolean {
  return packageManager !== null && sources[packageManager].test(source);
}

/** The kernel that runs; `null`: in a container, or when it came in no package that is installed. */
export function findRunningKernel(
  host: HostFacts,
  packages: readonly PackageFacts[],
): RunningKernel | null {
  const { packageManager, hardware } = host;
  if (packageManager === null || hardware.kind === "container") return null;
  const order = (a: string, b: string): number => compareVersions(schemes[packageManager], a, b);
  // The newest first: of packages of one name, which should not be, it is always the same one.
  const ofKernel = packages
    .filter((one) => isOfKernel(host, one))
    .toSorted((a, b) => order(b.version, a.version) || compareText(packageKey(a), packageKey(b)));
  const image = imageOf[packageManager](host, ofKernel);
  if (image === null) return null;
  const newest = ofKernel.find((one) => isImage[packageManager](one, image))?.version;
  const isNewer = newest !== undefined && order(newest, image.version) > 0;
  return { image, newer: isNewer ? newest : null };
}

type Finder = (host: HostFacts, packages: readonly PackageFacts[]) => PackageFacts | null;

const imageOf: Readonly<Record<NonNullable<HostFacts["packageManager"]>, Finder>> = {
  dpkg: ({ kernel }, packages) => {
    // Of Ubuntu's, the modules are built from the flavour's own source package, the image from one that only signs it.
    const names = ["linux-image-unsigned-", "linux-modules-", "linux-image-"].map(
      (name) => name + kernel,
    );
    const found = names
      .map((name) => packages.find((one) => one.name === name))
      .find((one) => one !== undefined);
    return found === undefined ? null : unsigned(found);
  },
  rpm: ({ kernel }, packages) =>
    packages.find(
      ({ name, version, arch }) =>
        /^kernel(?:-(?:rt|uek|64k))?(?:-core)?$/.test(name) &&
        kernel.replace(/\+\w+$/, "") === `${version.replace(/^\d+:/, "")}.${arch}`,
    ) ?? null,
  apk: ({ kernel }, packages) => {
    const said = /^(.+)-(\d+)-([a-z\d]+)$/.exec(kernel);
    const installed = packages.find(({ name }) => name === `linux-${said?.[3]}`);
    if (said === null || installed === undefined) return null;
    // An update replaces the package; what runs until the next start is the version before.
    const version = `${said[1]}-r${said[2]}`;
    return { ...installed, version, sourceVersion: version };
  },
};

const isImage: Readonly<
  Record<
    NonNullable<HostFacts["packageManager"]>,
    (one: PackageFacts, running: PackageFacts) => boolean
  >
> = {
  dpkg: (one, { name }) =>
    /^linux-image-(?:unsigned-)?\d/.test(one.name) && flavourOf(one.name) === flavourOf(name),
  rpm: (one, { name }) => one.name === name,
  apk: (one, { name }) => one.name === name,
};

/**
 * `cloud-amd64` of `linux-image-6.1.0-28-cloud-amd64`, `generic` of `linux-image-5.15.0-118-generic`, `amd64` of
 * `linux-image-6.12.43+deb13-amd64` and of a backport's `linux-image-6.1.0-0.deb11.21-amd64`.
 */
function flavourOf(name: string): string {
  return name.replace(
    /^linux-(?:image|modules)-(?:unsigned-)?[\d.]+(?:[~+][\w.~+]*)?(?:-\d[\w.]*)?-/,
    "",
  );
}

/** A package of the signed image says how often it was signed (`6.1.119+1`); what was built is the unsigned source's version. */
function unsigned(image: PackageFacts): PackageFacts {
  const source = image.source
    .replace(/^linux-(?:signed|meta)\b/, "linux")
    .replace(/-(?:amd64|arm64|i386)$/, "");
  const version =
    image.source === source ? image.sourceVersion : image.version.replace(/\+\d+$/, "");
  return { ...image, source, sourceVersion: version };
}
