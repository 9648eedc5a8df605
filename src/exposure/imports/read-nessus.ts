import type { HostReport } from "#engines/scan-types";
import type { Severity } from "#lib/severity";
import { parseIp } from "#lib/ip";
import { formatPortList } from "#lib/port-list";
import { type XmlElement, childOf, childrenOf, xmlElements } from "#lib/xml-elements";
import type { HostRef, ImportedFinding, OpenFile, ReportPart } from "./imported-report.ts";
import { scoreOf } from "./json-values.ts";
import { cvesOf, hostRefOf, lineOf, lineOrNull, most, textOf } from "./texts.ts";

const wanted: ReadonlySet<string> = new Set(["ReportHost"]);

/** In the order of Nessus' own numbers (Tenable, "Nessus v2 File Format"). */
const severities: readonly Severity[] = ["INFO", "LOW", "MEDIUM", "HIGH", "CRITICAL"];

/** A check on the host itself reads what is installed; one from outside believes what a service says. */
const confidenceLocal = 97;
const confidenceRemote = 80;

/** A `.nessus` file (NessusClientData_v2): hosts with the plugins that reported something. */
export async function* readNessus(open: OpenFile): AsyncGenerator<ReportPart> {
  for await (const element of xmlElements(open(), wanted)) yield* hostParts(element);
}

function* hostParts(element: XmlElement): Generator<ReportPart> {
  const properties = propertiesOf(element);
  const ref = refOf(element, properties);
  if (ref === null) {
    yield { passedOver: "a host without a usable address or name" };
    return;
  }
  const endedAt = timeIn(properties, "HOST_END");
  const at = endedAt ?? timeIn(properties, "HOST_START");
  const policy = lineOf(properties.get("policy-used"), most.scope - 30);
  const isCredentialed = properties.get("Credentialed_Scan") === "true";
  // With a login it sees all that it sees without one, and much more.
  const scope = isCredentialed ? `${policy} with credentials` : policy;
  const items = childrenOf(element, "ReportItem");
  yield {
    host: {
      ref,
      at,
      report: ref.address === null ? null : reportOf(ref.address, properties, items, at),
      // Without an end it was not scanned to its end.
      scopes: endedAt === null ? [] : [...new Set([policy, scope])],
    },
  };
  for (const item of items) {
    if (childOf(item, "compliance") === undefined) yield* findingsOf(item, { ref, scope, at });
    else yield { passedOver: "a compliance check, which is no finding" };
  }
}

function propertiesOf(element: XmlElement): Map<string, string> {
  const properties = childOf(element, "HostProperties");
  const tags = properties === undefined ? [] : childrenOf(properties, "tag");
  return new Map(tags.map(({ attributes, text }) => [attributes["name"] ?? "", text.trim()]));
}

function refOf(element: XmlElement, properties: ReadonlyMap<string, string>): HostRef | null {
  const address = parseIp(properties.get("host-ip") ?? "")?.address ?? null;
  const named = hostRefOf(element.attributes["name"] ?? "");
  const fqdn = hostRefOf(properties.get("host-fqdn") ?? "")?.hostname ?? null;
  const hostname = fqdn ?? named?.hostname ?? null;
  const ref = { address: address ?? named?.address ?? null, hostname };
  return ref.address === null && ref.hostname === null ? null : ref;
}

/** `null`: it is not told. Without the number the time is in the scanner's own zone, which is not told either. */
function timeIn(
  properties: ReadonlyMap<string, string>,
  name: "HOST_START" | "HOST_END",
): number | null {
  const seconds = Number(properties.get(`${name}_TIMESTAMP`) ?? "");
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds * 1000;
  const at = Date.parse(`${properties.get(name) ?? ""} UTC`);
  return Number.isNaN(at) ? null : at;
}

function reportOf(
  address: string,
  properties: ReadonlyMap<string, string>,
  items: readonly XmlElement[],
  at: number | null,
): HostReport {
  const names: HostReport["names"] = [];
  const fqdn = lineOf(properties.get("host-fqdn"), 255);
  if (fqdn !== "") names.push({ name: fqdn, source: "dns" });
  const netbios = lineOf(properties.get("netbios-name"), 255);
  if (netbios !== "") names.push({ name: netbios, source: "netbios" });
  // Of several addresses none is the host's own more than the others.
  const macs = (properties.get("mac-address") ?? "").toLowerCase().split(/\s+/);
  const [mac] =
    macs.length === 1 && /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(macs[0] ?? "") ? macs : [];
  // It lists several when it is not sure.
  const os = lineOf((properties.get("operating-system") ?? "").split("\n")[0], 200);
  const certainty = Number(properties.get("operating-system-conf") ?? "70");
  const confidence = certainty >= 0 && certainty <= 100 ? Math.round(certainty) : 70;
  return {
    address,
    outcome: "up",
    startedAt: at ?? 0,
    finishedAt: at ?? 0,
    names,
    ...(mac === undefined ? {} : { mac }),
    ...(os === "" ? {} : { os: { name: os, ...familyOf(properties), confidence } }),
    ...openPorts("tcp", items),
    ...openPorts("udp", items),
    services: [],
  };
}

function familyOf(properties: ReadonlyMap<string, string>): {
  family?: "linux" | "windows" | "macos";
} {
  const families = { linux: "linux", windows: "windows", "mac-os": "macos" } as const;
  const family = Object.entries(families).find(([name]) => name === properties.get("os"))?.[1];
  return family === undefined ? {} : { family };
}

/** Ports that something was found on are open; which others were looked at is not told. */
function openPorts(protocol: "tcp" | "udp", items: readonly XmlElement[]): Partial<HostReport> {
  const places = items.map(placeOf).filter((place) => place.protocol === protocol);
  const open = [...new Set(places.map(({ port }) => port))].toSorted((a, b) => a - b);
  return open.length === 0 ? {} : { [protocol]: { ports: formatPortList(open), open } };
}

function placeOf({ attributes }: XmlElement): Pick<ImportedFinding, "protocol" | "port"> {
  const port = Number(attributes["port"]);
  const { protocol } = attributes;
  const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
  return isPort && (protocol === "tcp" || protocol === "udp")
    ? { protocol, port }
    : { protocol: "", port: 0 };
}

function* findingsOf(
  item: XmlElement,
  { ref, scope, at }: Pick<ImportedFinding, "ref" | "scope" | "at">,
): Generator<ReportPart> {
  const { attributes } = item;
  const textIn = (name: string): string => childOf(item, name)?.text ?? "";
  const cves = cvesOf(childrenOf(item, "cve").map(({ text }) => text));
  const service = lineOf(attributes["svc_name"], most.service).replace(/\?$/, "");
  const output = textIn("plugin_output");
  const solution = lineOf(textIn("solution"), most.remediation);
  const finding = {
    ref,
    scope,
    at,
    ...placeOf(item),
    service: service === "" || service === "general" || service === "unknown" ? null : service,
    checkId: `nessus:${lineOf(attributes["pluginID"], 50)}`,
    package: "",
    installedVersion: lineOrNull(/Installed version\s*: *(.+)/.exec(output)?.[1], most.version),
    fixedVersion: lineOrNull(/Fixed version\s*: *(.+)/.exec(output)?.[1], most.version),
    title: lineOf(attributes["pluginName"], most.title),
    severity: severities[Number(attributes["severity"])] ?? "MEDIUM",
    score: scoreIn(textIn),
    remediation: /^n\/a\.?$/i.test(solution) ? "" : solution,
    confidence: textIn("plugin_type").trim() === "local" ? confidenceLocal : confidenceRemote,
    evidence: textOf(output === "" ? textIn("synopsis") : output, most.evidence),
  };
  for (const cve of cves.length === 0 ? [null] : cves) yield { finding: { ...finding, cve } };
}

function scoreIn(textIn: (name: string) => string): ImportedFinding["score"] {
  return (
    scoreOf(textIn("cvss4_base_score"), textIn("cvss4_vector"), "nessus") ??
    scoreOf(textIn("cvss3_base_score"), textIn("cvss3_vector"), "nessus") ??
    scoreOf(textIn("cvss_base_score"), textIn("cvss_vector"), "nessus")
  );
}
