import type { HostReport, ServiceFacts } from "#engines/scan-types";
import { parseIp } from "#lib/ip";
import { formatPortList, parsePortList } from "#lib/port-list";
import { printableLine } from "#lib/printable";
import { type XmlElement, childOf, childrenOf } from "#lib/xml-elements";
import { cpeOfUri } from "./nmap-cpe.ts";
import { packagedVersion } from "./packaged-version.ts";

/** Names that differ from those that we use. */
const names = new Map([
  ["ms-wbt-server", "rdp"],
  ["domain", "dns"],
  ["microsoft-ds", "smb"],
  ["netbios-ssn", "smb"],
  ["postgresql", "postgres"],
  ["ssl/http", "http"],
  ["https", "http"],
  ["http-alt", "http"],
  ["http-proxy", "http"],
  ["imaps", "imap"],
  ["pop3s", "pop3"],
  ["smtps", "smtp"],
  ["submission", "smtp"],
  ["ldaps", "ldap"],
]);

const deviceTypes = new Map([
  ["general purpose", "server"],
  ["router", "router"],
  ["broadband router", "router"],
  ["WAP", "access point"],
  ["switch", "switch"],
  ["firewall", "firewall"],
  ["printer", "printer"],
  ["print server", "printer"],
  ["webcam", "camera"],
  ["VoIP phone", "phone"],
  ["VoIP adapter", "phone"],
  ["phone", "phone"],
  ["storage-misc", "storage"],
  ["power-device", "power"],
  ["specialized", "iot"],
  ["media device", "media"],
  ["load balancer", "load balancer"],
  ["hypervisor", "hypervisor"],
]);

const families = new Map<string, NonNullable<NonNullable<HostReport["os"]>["family"]>>([
  ["Linux", "linux"],
  ["Windows", "windows"],
  ["Mac OS X", "macos"],
  ["macOS", "macos"],
  ["FreeBSD", "bsd"],
  ["OpenBSD", "bsd"],
  ["NetBSD", "bsd"],
  ["IOS", "network"],
  ["JunOS", "network"],
]);

/** nmap's scale of 0 to 10 says how the name came about; a version that it read is the host's own word. */
const readVersion = 80;
/**
 * It tells systems by how their TCP behaves, which changes little from version to version. What the host's services say of
 * their system is worth more.
 */
const matchedOs = 60;
/**
 * What resembles no fingerprint exactly, or was taken without a port that is open and one that refuses, nmap itself calls
 * unreliable: Linux 6 is then `Linux 5.0 - 5.2` to 97 %, and a camera to 94 %. The family is mostly right.
 */
const guessedOs = 30;
/** One system runs on many kinds of device. */
const matchedDevice = 50;

/**
 * What nmap's XML says of one host (`<host>`, nmap.dtd), in the terms of our own scanner. Ports that are not `open` are left out;
 * those that it looked at are named with it. `null` for a host without an address.
 *
 * @param scanned the TCP ports that were looked at on every host, most of which are not listed one by one; empty: not known.
 */
export function reportOfHost(host: XmlElement, scanned: string): HostReport | null {
  const addresses = childrenOf(host, "address").map(({ attributes }) => attributes);
  const address = addresses.find(({ addrtype }) => addrtype === "ipv4" || addrtype === "ipv6");
  const ip = parseIp(address?.["addr"] ?? "");
  if (ip === null) return null;
  const mac = addresses.find(({ addrtype }) => addrtype === "mac");
  const macText = mac?.["addr"]?.toLowerCase() ?? "";
  const isUp = childOf(host, "status")?.attributes["state"] !== "down";
  const isCut = host.attributes["timedout"] === "true";
  const ports = childOf(host, "ports");
  const listed = ports === undefined ? [] : childrenOf(ports, "port");
  const services = listed.filter(isOpen).flatMap(serviceOf);
  const told = (protocol: string): string =>
    formatPortList(listed.filter((port) => isOf(port, protocol) && isTold(port)).map(portOf));
  const os = osOf(host);
  const device = deviceOf(host);
  return {
    address: ip.address,
    outcome: isUp ? (isCut ? "dropped" : "up") : "down",
    ...(isCut ? { reason: "nmap's time for this host ran out" } : {}),
    startedAt: millis(host.attributes["starttime"]),
    finishedAt: millis(host.attributes["endtime"]),
    names: childrenOf(childOf(host, "hostnames") ?? host, "hostname")
      .flatMap(nameOf)
      .slice(0, 50),
    ...(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(macText) ? { mac: macText } : {}),
    ...(mac?.["vendor"] === undefined ? {} : { vendor: cut(mac["vendor"], 100) }),
    ...(os === undefined ? {} : { os }),
    ...(device === undefined ? {} : { device }),
    ...portFacts("tcp", isUp ? (lookedByScan(ports, scanned) ?? told("tcp")) : "", services),
    ...portFacts("udp", told("udp"), services),
    services,
  };
}

function portFacts(
  protocol: "tcp" | "udp",
  ports: string,
  services: readonly ServiceFacts[],
): Partial<HostReport> {
  if (ports === "") return {};
  const open = services.filter((one) => one.protocol === protocol).map(({ port }) => port);
  return { [protocol]: { ports, open } };
}

/**
 * Only these two say what is there: `filtered` and `open|filtered` are silence, and may be open to somebody else;
 * `unfiltered` is about a firewall.
 */
function isTold(port: XmlElement): boolean {
  const { state } = childOf(port, "state")?.attributes ?? {};
  return state === "open" || state === "closed";
}

function isOf(port: XmlElement, protocol: string): boolean {
  const number = portOf(port);
  return port.attributes["protocol"] === protocol && number >= 1 && number <= 65_535;
}

/** All TCP ports of the scan that are known to be open or closed; `null`: those that are not listed may be anything. */
function lookedByScan(ports: XmlElement | undefined, scanned: string): string | null {
  if (ports === undefined || scanned === "") return null;
  const rest = childrenOf(ports, "extraports");
  if (rest.some(({ attributes }) => attributes["state"] !== "closed")) return null;
  const silent = new Set(
    childrenOf(ports, "port")
      .filter((port) => isOf(port, "tcp") && !isTold(port))
      .map(portOf),
  );
  if (silent.size === 0) return scanned;
  return formatPortList(parsePortList(scanned).filter((port) => !silent.has(port)));
}

function isOpen(port: XmlElement): boolean {
  return childOf(port, "state")?.attributes["state"] === "open";
}

function portOf({ attributes }: XmlElement): number {
  return Number(attributes["portid"]);
}

function serviceOf(element: XmlElement): ServiceFacts[] {
  const { protocol } = element.attributes;
  const port = portOf(element);
  if ((protocol !== "tcp" && protocol !== "udp") || !(port >= 1 && port <= 65_535)) return [];
  const service = childOf(element, "service");
  const said = service?.attributes ?? {};
  const cpes = (service === undefined ? [] : childrenOf(service, "cpe")).flatMap(
    ({ text }) => cpeOfUri(text.trim()) ?? [],
  );
  const probed = said["method"] === "probed";
  const confidence = Number(said["conf"] ?? 0) * 10;
  const name = said["name"];
  return [
    {
      protocol,
      port,
      ...(name === undefined || name === "unknown"
        ? {}
        : { name: cut(names.get(name) ?? name, 40) }),
      ...(said["product"] === undefined ? {} : { product: cut(said["product"], 100) }),
      ...packagedVersion(cut(said["version"] ?? "", 60), cut(said["extrainfo"] ?? "", 300)),
      ...(said["extrainfo"] === undefined ? {} : { extraInfo: cut(said["extrainfo"], 300) }),
      cpes: cpes.filter((cpe) => cpe.startsWith("cpe:2.3:a:")).slice(0, 10),
      method: probed ? "probed" : "port",
      confidence: said["version"] === undefined ? confidence : Math.min(confidence, readVersion),
      observations: [],
      engine: "nmap",
      // nmap names services; it tries none of what our checks look at.
      unsettled: !probed,
    },
  ];
}

function nameOf({ attributes }: XmlElement): HostReport["names"] {
  const { name, type } = attributes;
  if (name === undefined || name === "") return [];
  return [{ name: cut(name, 255), source: type === "PTR" ? "dns" : "target" }];
}

function osOf(host: XmlElement): HostReport["os"] {
  const best = bestOs(host);
  if (best === undefined) return undefined;
  const osClass = childOf(best, "osclass");
  const familyName = osClass?.attributes["osfamily"] ?? "";
  const family = families.get(familyName);
  const known = family === undefined ? {} : { family };
  if (!isMatch(host, best)) {
    if (familyName === "") return undefined;
    return { name: cut(familyName, 200), ...known, confidence: guessedOs };
  }
  const cpe = osClass === undefined ? undefined : childOf(osClass, "cpe");
  const formatted = cpe === undefined ? null : cpeOfUri(cpe.text.trim());
  return {
    name: cut(best.attributes["name"] ?? "", 200),
    ...known,
    ...(formatted === null ? {} : { cpe: formatted }),
    confidence: matchedOs,
  };
}

/** Whether a fingerprint was met exactly, under conditions that nmap calls good. */
function isMatch(host: XmlElement, best: XmlElement): boolean {
  const os = childOf(host, "os");
  const used = os === undefined ? [] : childrenOf(os, "portused");
  const isUsed = (state: string): boolean =>
    used.some(({ attributes }) => attributes["proto"] === "tcp" && attributes["state"] === state);
  return accuracyOf(best) === 100 && isUsed("open") && isUsed("closed");
}

function bestOs(host: XmlElement): XmlElement | undefined {
  const os = childOf(host, "os");
  const matches = os === undefined ? [] : childrenOf(os, "osmatch");
  return matches.toSorted((a, b) => accuracyOf(b) - accuracyOf(a))[0];
}

function accuracyOf({ attributes }: XmlElement): number {
  return Number(attributes["accuracy"] ?? 0);
}

function deviceOf(host: XmlElement): HostReport["device"] {
  const best = bestOs(host);
  const osClass = best === undefined ? undefined : childOf(best, "osclass");
  const type = deviceTypes.get(osClass?.attributes["type"] ?? "");
  if (best === undefined || osClass === undefined || type === undefined) return undefined;
  const evidence = `nmap takes it for ${cut(best.attributes["name"] ?? "a device", 150)}`;
  const confidence = isMatch(host, best) ? matchedDevice : guessedOs;
  return { type, confidence, evidence: [evidence] };
}

function millis(seconds: string | undefined): number {
  const value = Number(seconds ?? 0) * 1000;
  return Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function cut(text: string, length: number): string {
  return printableLine(text.slice(0, length));
}
