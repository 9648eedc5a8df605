import type { ServiceFacts } from "#engines/scan-types";
import { parseCpe } from "#engines/vulnerability-types";
import { cpeOf } from "../products/product.ts";
import { windowsByBuild } from "../tcp/protocols/smb/windows-builds.ts";
import type { HostEvidence, OsGuess, Vote } from "./evidence.ts";
import { systemOfPackage, windowsSystem } from "./releases.ts";
import { descriptionRules, linuxDescription, windowsDescription } from "./snmp-descriptions.ts";

/** Everything that speaks for an operating system. */
export function osVotes({ services, ttl }: HostEvidence): Vote<OsGuess>[] {
  return [
    ...services.flatMap((service) => [
      ...fromDescription(service),
      ...fromPackage(service),
      ...fromOwnName(service),
      ...fromProduct(service),
    ]),
    ...fromTtl(ttl),
  ];
}

/** What the system itself says over SNMP is the best there is. */
function fromDescription({ name, banner = "" }: ServiceFacts): Vote<OsGuess>[] {
  if (name !== "snmp") return [];
  const because = `SNMP describes it as “${banner.slice(0, 120)}”`;
  const linux = linuxDescription.exec(banner)?.groups;
  if (linux !== undefined) return linuxVotes(linux, because);
  const windows = windowsDescription.exec(banner)?.groups;
  if (windows !== undefined) return [{ what: windowsOfAgent(windows), weight: 90, because }];
  for (const { pattern, os } of descriptionRules) {
    const match = pattern.exec(banner);
    if (match === null) continue;
    if (os === undefined) return [];
    const version = match.groups?.["version"];
    const what: OsGuess = {
      name: version === undefined ? os.name : `${os.name} ${version}`,
      family: os.family,
      ...(os.cpe === undefined ? {} : { cpe: cpeOf(`o:${os.cpe}`, version) }),
    };
    return [{ what, weight: 90, because }];
  }
  return [];
}

function linuxVotes(groups: Record<string, string | undefined>, because: string): Vote<OsGuess>[] {
  const { kernel = "", build = "" } = groups;
  const what: OsGuess = {
    name: `Linux ${kernel}`,
    family: "linux",
    cpe: cpeOf("o:linux:linux_kernel", kernel),
  };
  const votes: Vote<OsGuess>[] = [{ what, weight: 70, because }];
  const name = /\b(Debian|Ubuntu)\b/.exec(build)?.[1];
  if (name !== undefined) {
    const system = systemOfPackage({ distribution: name === "Debian" ? "debian" : "ubuntu" });
    if (system !== null) votes.push({ what: system.guess, weight: 72, because });
  }
  return votes;
}

/** Its version stays 6.3 whatever comes; the build tells. */
function windowsOfAgent({ version = "", build = "" }: Record<string, string | undefined>): OsGuess {
  const number = Number(build);
  const [major = 0, minor = 0] = number >= 10_000 ? [10, 0] : version.split(".").map(Number);
  const name = windowsByBuild({ major, minor, build: number });
  return windowsSystem(name ?? "Windows", `${major}.${minor}.${build}`);
}

/** A package names its distribution; with its release it is sure but for containers. */
function fromPackage(service: ServiceFacts): Vote<OsGuess>[] {
  const system = service.package === undefined ? null : systemOfPackage(service.package);
  if (system === null) return [];
  const precise = /\d/.test(system.guess.name);
  const weight = system.said ? 85 : precise ? 78 : 65;
  const because = `its ${service.name ?? "service"} is a package of ${system.guess.name}`;
  return [{ what: system.guess, weight, because }];
}

/** Services that say the name of their system: by a CPE of an operating system, or by Windows' own version. */
function fromOwnName(service: ServiceFacts): Vote<OsGuess>[] {
  const { product = "", version } = service;
  const because = `its ${service.name ?? "service"} says that it is ${product}`;
  if (/^Windows (XP|Vista|\d|Server)/.test(product)) {
    return [{ what: windowsSystem(product, version), weight: 85, because }];
  }
  for (const cpe of service.cpes) {
    const parsed = parseCpe(cpe);
    if (parsed === null || parsed.part !== "o" || parsed.vendor === "microsoft") continue;
    const family = familyOf(parsed.product);
    const name = product.replace(/ (sshd|ftpd|telnetd|httpd|http config|web server)$/, "");
    return [
      { what: { name: name === "" ? parsed.product : name, family, cpe }, weight: 80, because },
    ];
  }
  return [];
}

/** Of products that CPE calls operating systems; most that we meet are of network devices. */
function familyOf(product: string): OsGuess["family"] {
  if (/linux|^qts$|openwrt|dd-wrt|edgeos/.test(product)) return "linux";
  if (product.endsWith("bsd")) return "bsd";
  if (/^mac_?os/.test(product)) return "macos";
  return /esxi|firmware/.test(product) ? "other" : "network";
}

const windows: OsGuess = { name: "Windows", family: "windows", cpe: cpeOf("o:microsoft:windows") };
const someLinux: OsGuess = { name: "Linux", family: "linux", cpe: cpeOf("o:linux:linux_kernel") };

/** Names of guesses that say no more than the family. */
export const unspecific: readonly string[] = [windows.name, someLinux.name];

/** IIS comes with Windows, each version with its own. */
const windowsByIis: Readonly<Record<string, string>> = {
  "6.0": "Windows Server 2003",
  "7.0": "Windows Server 2008",
  "7.5": "Windows 7 or Server 2008 R2",
  "8.0": "Windows 8 or Server 2012",
  "8.5": "Windows 8.1 or Server 2012 R2",
};

/** Programs that run on one kind of system alone, or most of the time. */
const productSystems: readonly { pattern: RegExp; what: OsGuess; weight: number }[] = [
  {
    pattern:
      /^(Microsoft (HTTPAPI|FTP|Exchange|SQL|IIS|Windows|DNS|Active)|OpenSSH for Windows|WinRM)/,
    what: windows,
    weight: 75,
  },
  {
    pattern: /^(FileZilla Server|hMailServer|MDaemon|MailEnable|Bitvise)/,
    what: windows,
    weight: 65,
  },
  {
    pattern: /^(Proxmox|OpenWrt|Dropbear|vsftpd|Docker|Kubernetes|Cockpit)/,
    what: someLinux,
    weight: 60,
  },
  {
    pattern: /^(Samba|CUPS|Exim|Postfix|Dovecot|OpenSMTPD|Net-SNMP|Unbound|dnsmasq)/,
    what: someLinux,
    weight: 25,
  },
];

const windowsServices: readonly string[] = ["msrpc", "winrm"];

function fromProduct({ name = "", product = "", version, method }: ServiceFacts): Vote<OsGuess>[] {
  const iis = product.startsWith("Microsoft IIS httpd") ? windowsByIis[version ?? ""] : undefined;
  if (iis !== undefined) {
    const because = `IIS ${version} comes with it`;
    return [{ what: windowsSystem(iis, undefined), weight: 80, because }];
  }
  if (windowsServices.includes(name) && method === "probed") {
    return [{ what: windows, weight: 55, because: `it speaks ${name}` }];
  }
  const row = productSystems.find(({ pattern }) => pattern.test(product));
  return row === undefined
    ? []
    : [{ what: row.what, weight: row.weight, because: `it runs ${product}` }];
}

/** What systems begin with: 64 Unix, 128 Windows, 255 network devices and Solaris. Anybody may set it otherwise. */
function fromTtl(ttl: number | undefined): Vote<OsGuess>[] {
  if (ttl === undefined || ttl <= 0 || ttl > 255) return [];
  const because = `the TTL of its replies is ${ttl}`;
  if (ttl <= 64) return [{ what: someLinux, weight: 10, because }];
  if (ttl <= 128) return [{ what: windows, weight: 25, because }];
  return [{ what: { name: "Network device", family: "network" }, weight: 15, because }];
}
