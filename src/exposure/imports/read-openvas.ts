import { severityOf } from "#engines/matching";
import type { HostReport } from "#engines/scan-types";
import { parseIp } from "#lib/ip";
import { type XmlElement, childOf, childrenOf, xmlElements } from "#lib/xml-elements";
import type {
  HostRef,
  ImportedFinding,
  ImportedHost,
  OpenFile,
  ReportPart,
} from "./imported-report.ts";
import { scoreOf } from "./json-values.ts";
import { cvesOf, hostRefOf, lineOf, lineOrNull, most, textOf, timeOf } from "./texts.ts";

/** `host` stands in all of them and means another thing in each; what is wanted is taken whole, with what is in it. */
const withHosts = ["result", "port", "error", "tls_certificate"] as const;
const aboutElements = ["host", "task", "filters", "scan_run_status", "result_count", "scan_end"];
const aboutWanted: ReadonlySet<string> = new Set([...aboutElements, ...withHosts]);
const resultsWanted: ReadonlySet<string> = new Set(["host", ...withHosts]);

/** Without a quality of detection gvmd takes a check for one by banner (its default is 75). */
const usualQod = 75;

/**
 * A report of OpenVAS or Greenbone in its own XML (GMP `get_reports`, format "XML"): results first, hosts behind them, so it is
 * read twice.
 */
export async function* readOpenvas(open: OpenFile): AsyncGenerator<ReportPart> {
  const about = await readAbout(open);
  for (const host of about.hosts) yield { host };
  for await (const element of xmlElements(open(), resultsWanted)) {
    if (element.name === "result") yield* resultParts(element, about);
  }
}

interface About {
  readonly scope: string;
  readonly endedAt: number | null;
  readonly hosts: readonly ImportedHost[];
}

async function readAbout(open: OpenFile): Promise<About> {
  const blocks: XmlElement[] = [];
  let [task, filter, status] = ["", "", ""];
  let endedAt: number | null = null;
  let results = 0;
  let announced = 0;
  for await (const element of xmlElements(open(), aboutWanted)) {
    const { name, attributes } = element;
    if (name === "host" && childOf(element, "ip") !== undefined) blocks.push(element);
    else if (name === "task" && task === "") task = attributes["id"] ?? "";
    else if (name === "filters" && filter === "") filter = childOf(element, "term")?.text ?? "";
    else if (name === "scan_run_status") status = element.text.trim();
    else if (name === "scan_end") endedAt = timeOf(element.text.trim());
    else if (name === "result") results += 1;
    else if (name === "result_count") {
      announced = Number(childOf(element, "filtered")?.text ?? element.text);
    }
  }
  // Fewer results than it says that there are: a page of a report, not the report.
  const isWhole = status === "Done" && task !== "" && !(announced > results);
  const scope = lineOf(`${task} ${shownBy(filter)}`, most.scope);
  const hosts = blocks.flatMap((block) => hostOf(block, { scope, isWhole }) ?? []);
  return { scope, endedAt, hosts };
}

/** What the filter of a report lets through. The rest of it says in which order, and from where. */
function shownBy(filter: string): string {
  const parts = filter
    .split(/\s+/)
    .filter((part) => /^(levels|min_qod|apply_overrides)=/.test(part));
  return parts.toSorted().join(" ");
}

function hostOf(
  block: XmlElement,
  { scope, isWhole }: { scope: string; isWhole: boolean },
): ImportedHost | null {
  const ip = parseIp(childOf(block, "ip")?.text.trim() ?? "");
  if (ip === null || ip.address.includes("%")) return null;
  const at = timeOf(childOf(block, "end")?.text.trim());
  const details = new Map(
    childrenOf(block, "detail").map((detail) => [
      childOf(detail, "name")?.text.trim() ?? "",
      childOf(detail, "value")?.text.trim() ?? "",
    ]),
  );
  const name = lineOf(details.get("hostname"), 255);
  const mac = (details.get("MAC") ?? "").toLowerCase();
  const os = lineOf(details.get("best_os_txt"), 200);
  const report: HostReport = {
    address: ip.address,
    outcome: "up",
    startedAt: at ?? 0,
    finishedAt: at ?? 0,
    names: name === "" ? [] : [{ name, source: "dns" }],
    ...(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac) ? { mac } : {}),
    ...(os === "" ? {} : { os: { name: os, confidence: usualQod } }),
    services: [],
  };
  const isDead = details.get("Host dead") === "1";
  const ref = { address: ip.address, hostname: hostRefOf(name)?.hostname ?? null };
  return { ref, report, at, scopes: isWhole && at !== null && !isDead ? [scope] : [] };
}

function* resultParts(result: XmlElement, { scope, endedAt }: About): Generator<ReportPart> {
  const severity = Number(childOf(result, "severity")?.text ?? "");
  // Below zero are false positives, debugging and errors (gvmd, manage_sql.h).
  if (!(severity >= 0 && severity <= 10)) {
    yield { passedOver: "a result that is no finding, such as an error or a false positive" };
    return;
  }
  const ref = refOf(result);
  if (ref === null) {
    yield { passedOver: "a result without a usable host" };
    return;
  }
  const nvt = childOf(result, "nvt");
  const oid = nvt?.attributes["oid"] ?? "";
  const cves = cvesOf([...referencesOf(nvt), oid]);
  const at = timeOf(childOf(result, "creation_time")?.text.trim()) ?? endedAt;
  const qod = Number(childOf(childOf(result, "qod") ?? result, "value")?.text ?? usualQod);
  const finding = {
    ref,
    scope,
    at,
    ...placeOf(childOf(result, "port")?.text.trim() ?? ""),
    service: null,
    checkId: `openvas:${lineOf(oid, most.checkId - 10)}`,
    package: "",
    installedVersion: versionIn(result, "Installed version"),
    fixedVersion: versionIn(result, "Fixed version"),
    title: lineOf(childOf(result, "name")?.text ?? "", most.title),
    severity: severityOf(severity),
    score: severity === 0 ? null : scoreOf(severity, vectorOf(nvt), "openvas"),
    remediation: solutionOf(nvt),
    confidence: qod >= 0 && qod <= 100 ? Math.round(qod) : usualQod,
    evidence: textOf(childOf(result, "description")?.text ?? "", most.evidence),
  };
  for (const cve of cves.length === 0 ? [null] : cves) yield { finding: { ...finding, cve } };
}

function refOf(result: XmlElement): HostRef | null {
  const host = childOf(result, "host");
  const ref = hostRefOf(host?.text.trim() ?? "");
  const name = host === undefined ? "" : (childOf(host, "hostname")?.text ?? "");
  return ref === null ? null : { ...ref, hostname: hostRefOf(name)?.hostname ?? ref.hostname };
}

/** `443/tcp`, `general/tcp`, `package`. */
function placeOf(text: string): Pick<ImportedFinding, "protocol" | "port"> {
  const [, digits, protocol] = /^(\d{1,5})\/(tcp|udp)$/.exec(text) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 && (protocol === "tcp" || protocol === "udp")
    ? { protocol, port }
    : { protocol: "", port: 0 };
}

/** Ids of `refs`; before version 9 they stood in an element of their own. */
function referencesOf(nvt: XmlElement | undefined): string[] {
  if (nvt === undefined) return [];
  const refs = childOf(nvt, "refs");
  const ids = (refs === undefined ? [] : childrenOf(refs, "ref"))
    .filter(({ attributes }) => attributes["type"] === "cve")
    .map(({ attributes }) => attributes["id"] ?? "");
  return [...ids, childOf(nvt, "cve")?.text ?? ""];
}

function vectorOf(nvt: XmlElement | undefined): string {
  const list = nvt === undefined ? undefined : childOf(nvt, "severities");
  const vectors = (list === undefined ? [] : childrenOf(list, "severity")).map(
    (one) => childOf(one, "value")?.text.trim() ?? "",
  );
  // The newest version first, as `CVSS:4.0` sorts behind `CVSS:3.1`, and both behind version 2, which has no prefix.
  return vectors.toSorted().findLast((vector) => vector.startsWith("CVSS:")) ?? vectors[0] ?? "";
}

function solutionOf(nvt: XmlElement | undefined): string {
  const solution = nvt === undefined ? undefined : childOf(nvt, "solution");
  return lineOf(solution?.text ?? "", most.remediation);
}

function versionIn(result: XmlElement, label: string): string | null {
  const line = (childOf(result, "description")?.text ?? "")
    .split("\n")
    .find((one) => one.trimStart().startsWith(`${label}:`));
  return lineOrNull(line?.slice(line.indexOf(":") + 1), most.version);
}
