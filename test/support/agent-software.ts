/** Software of the tests with agents: what may be installed, what may answer, and what the test feeds say of both. */
import type { HostReport, ServiceFacts } from "#engines/scan-types";
import type { ModelFeeds, ModelPackage, ModelShown, ModelSoftware } from "#test/agent-model";
import { nginx, openssh, serviceFacts } from "#test/host-reports";

/** The feeds of the tests know it, and in some steps they do not. */
export const flipped = "CVE-2025-26465";
const [unfixed, older, oldest] = ["CVE-2020-15778", "CVE-2023-51385", "CVE-2018-15473"];

/** Debian 10 is a release that the feeds of the tests say nothing of. */
export const releases = {
  "10": "buster",
  "11": "bullseye",
  "12": "bookworm",
  "13": "trixie",
} as const;
export type Release = keyof typeof releases;

/** What may be installed, the oldest version first. */
export const sshVersions = {
  "1:8.4p1-5+deb11u3": "8.4p1",
  "1:9.2p1-2+deb12u1": "9.2p1",
  "1:9.2p1-2+deb12u3": "9.2p1",
  "1:9.2p1-2+deb12u5": "9.2p1",
  // Somebody else built it.
  "1:9.2p1-2+acme1": "9.2p1",
} as const;
export type SshVersion = keyof typeof sshVersions;
export const redisVersions = ["5:7.0.15-1~deb12u5", "5:7.0.15-1~deb12u6"] as const;

/** What Debian's tracker says of OpenSSH: the first version of those above that a release has a fix in. */
const fixes: readonly { cve: string; fixedIn: Partial<Record<Release, SshVersion>> }[] = [
  { cve: unfixed, fixedIn: {} },
  { cve: older, fixedIn: { "11": "1:8.4p1-5+deb11u3", "12": "1:9.2p1-2+deb12u3" } },
  { cve: flipped, fixedIn: { "11": "1:9.2p1-2+deb12u1", "12": "1:9.2p1-2+deb12u5" } },
];

function cvesOf({ source, version }: ModelPackage, release: string): readonly string[] | null {
  if (release === "10" || version.includes("acme")) return null;
  if (source === "redis") {
    const isAffected = release === "13" || (release === "12" && version === redisVersions[0]);
    return isAffected ? ["CVE-2025-49844"] : [];
  }
  if (source !== "openssh") return [];
  const order = Object.keys(sshVersions);
  return fixes
    .filter(({ fixedIn }) => {
      const fixed = fixedIn[release as Release];
      return fixed === undefined || order.indexOf(version) < order.indexOf(fixed);
    })
    .map(({ cve }) => cve);
}

/** What the feeds say, for the model. */
export const feeds: ModelFeeds = {
  cvesOf,
  cvesBehind: (one, release) => {
    if (one.version.includes("acme")) return null;
    // Where the tracker is silent, the project's own numbers are all there is.
    return cvesOf(one, release) ?? [older, flipped];
  },
  weaknessOf: (release) => supportOf[release as Release],
};
const supportOf: Readonly<Record<Release, string | null>> = {
  "10": "os.paid_support_only",
  "11": "os.paid_support_only",
  "12": "os.long_term_support",
  "13": null,
};

/** What a probe may find out of a system. */
export const debian: NonNullable<HostReport["os"]> = {
  family: "linux",
  name: "Debian",
  cpe: "cpe:2.3:o:debian:debian_linux:12:*:*:*:*:*:*:*",
  confidence: 80,
};

/** What may answer at a port, and what has to be made of it. */
export interface Kind {
  readonly facts: ServiceFacts;
  readonly shown: Omit<ModelShown, "alone">;
  readonly alone: ModelSoftware | null;
  /** What a probe makes of it that knows the system. */
  readonly onDebian: ModelSoftware | null;
}

const guess = (...cves: string[]): ModelSoftware => ({ cves, source: null });
const shows = (product: string | null, version: string | null) => ({
  product,
  version,
  asked: true,
});

/** It shows its exact revision. */
function exact(revision: string, ...cves: string[]): Kind {
  const is = { cves, source: "openssh" };
  const shown = { ...shows("OpenSSH", "9.2p1"), hides: null };
  return { facts: openssh("9.2p1", revision), shown, alone: is, onDebian: is };
}

/** It hides its revision: upstream's numbers are all that there is, unless it is what is installed. */
function hidden(upstream: string, alone: ModelSoftware, onDebian: ModelSoftware): Kind {
  const hides = { source: "openssh", upstream };
  return {
    facts: openssh(upstream),
    shown: { ...shows("OpenSSH", upstream), hides },
    alone,
    onDebian,
  };
}

const bare = {
  name: "ssh",
  product: "OpenSSH",
  cpes: ["cpe:2.3:a:openbsd:openssh:*:*:*:*:*:*:*:*"],
};
const ofAnyVersion = guess(oldest, unfixed, older, flipped);
/** All of them. */
export const kinds: readonly Kind[] = [
  exact("2+deb12u1", unfixed, older, flipped),
  exact("2+deb12u3", unfixed, flipped),
  exact("2+deb12u5", unfixed),
  hidden("9.2p1", guess(older, flipped), guess(unfixed, older, flipped)),
  hidden("8.4p1", guess(older, flipped), guess(older, flipped)),
  // From elsewhere: no package of any of these releases.
  hidden("9.9p1", guess(flipped), guess(flipped)),
  // It hides its version, too.
  {
    facts: serviceFacts(22, bare),
    shown: { ...shows("OpenSSH", null), hides: null },
    alone: ofAnyVersion,
    onDebian: ofAnyVersion,
  },
  {
    facts: nginx(22, "1.99.1"),
    shown: { ...shows("nginx", "1.99.1"), hides: null },
    alone: guess(),
    onDebian: guess(),
  },
  // It says something that nobody understands.
  {
    facts: serviceFacts(22, { name: "ssh", method: "port", confidence: 10 }),
    shown: { ...shows(null, null), asked: false, hides: null },
    alone: null,
    onDebian: null,
  },
];
