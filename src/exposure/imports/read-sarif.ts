import { severityOf } from "#engines/matching";
import type { Severity } from "#lib/severity";
import type {
  HostRef,
  ImportedFinding,
  OpenFile,
  ReaderOptions,
  ReportPart,
} from "./imported-report.ts";
import { type Fields, fieldsOf, listOf, readJson } from "./json-values.ts";
import { placeOfUrl } from "./place-of-url.ts";
import { lineOf, lineOrNull, most, textOf, timeOf } from "./texts.ts";

/** SARIF 2.1.0 sections 3.27.10 and 3.49.14: `warning` where nothing is said. */
const byLevel = new Map<unknown, Severity>([
  ["error", "HIGH"],
  ["warning", "MEDIUM"],
  ["note", "LOW"],
  ["none", "INFO"],
]);

/** CodeQL's words for how sure a rule is. */
const byPrecision = new Map<unknown, number>([
  ["very-high", 95],
  ["high", 80],
  ["medium", 65],
  ["low", 30],
]);
const usualConfidence = 80;

/** SARIF 2.1.0 of any tool. Only what concerns a host is a finding: one that a location names, or the one that was given. */
export async function* readSarif(
  open: OpenFile,
  options: ReaderOptions,
): AsyncGenerator<ReportPart> {
  const document = fieldsOf(await readJson(open));
  for (const run of listOf(document["runs"])) yield* runParts(run, options);
}

function* runParts(run: Fields, { host }: ReaderOptions): Generator<ReportPart> {
  const driver = fieldsOf(fieldsOf(run["tool"])["driver"]);
  const tool = lineOf(driver["name"], 80).toLowerCase().replace(/\s+/g, "-") || "sarif";
  const invocations = listOf(run["invocations"]);
  const at = timeOf(invocations.at(-1)?.["endTimeUtc"]);
  // As GitHub does it: results of one tool and category replace those that came before.
  const scope = lineOf(
    `${tool} ${lineOf(fieldsOf(run["automationDetails"])["id"], 200)}`,
    most.scope,
  );
  const failed = invocations.some((one) => one["executionSuccessful"] === false);
  const rules = rulesOf(driver);
  if (host !== null) {
    yield { host: { ref: host, report: null, at, scopes: failed ? [] : [scope] } };
  }
  const results = listOf(run["results"]);
  const named = results.flatMap((result) => placeOf(result)?.ref ?? []);
  const hosts = new Map(named.map((ref) => [ref.address ?? ref.hostname, ref]));
  for (const ref of hosts.values()) {
    yield { host: { ref, report: null, at, scopes: failed ? [] : [scope] } };
  }
  for (const result of results) yield resultPart(result, { rules, tool, scope, at, host });
}

interface RunContext extends Pick<ImportedFinding, "scope" | "at"> {
  readonly rules: readonly Fields[];
  readonly tool: string;
  readonly host: HostRef | null;
}

function rulesOf(driver: Fields): readonly Fields[] {
  return Array.isArray(driver["rules"]) ? driver["rules"].map(fieldsOf) : [];
}

function resultPart(result: Fields, { rules, tool, scope, at, host }: RunContext): ReportPart {
  const kind = result["kind"] ?? "fail";
  if (kind !== "fail" && kind !== "informational") {
    return { passedOver: "a result that is no failure" };
  }
  if (result["baselineState"] === "absent" || isSuppressed(result)) {
    return { passedOver: "a result that is suppressed, or gone" };
  }
  const place = placeOf(result);
  const ref = place?.ref ?? host;
  if (ref === null) return { passedOver: "a result that names no host; --host can" };
  const rule = ruleOf(result, rules);
  const ruleId = lineOf(result["ruleId"] ?? fieldsOf(result["rule"])["id"] ?? rule["id"], 150);
  const [, cve = null, tail = ""] = /^(CVE-\d{4}-\d{4,19})(?:-(.*))?$/i.exec(ruleId) ?? [];
  const properties = fieldsOf(result["properties"]);
  const message = textOf(fieldsOf(result["message"])["text"], most.evidence);
  const title =
    lineOf(fieldsOf(rule["shortDescription"])["text"], most.title) ||
    lineOf(rule["name"], most.title) ||
    lineOf(message, most.title);
  return {
    finding: {
      ref,
      scope,
      at,
      ...portOf(place?.port ?? null, place?.scheme ?? null),
      service: lineOrNull(properties["service"], most.service),
      cve: cve?.toUpperCase() ?? null,
      checkId: `${tool}:${ruleId}`,
      // A tool that looks into files has a result for each; Grype puts the package behind the CVE.
      package: lineOf(
        properties["package"] ?? (tail || fileOf(result, place !== null)),
        most.package,
      ),
      installedVersion: null,
      fixedVersion: null,
      title,
      severity: severityFor(result, rule),
      score: null,
      remediation: lineOf(fieldsOf(rule["help"])["text"], most.remediation),
      confidence: byPrecision.get(fieldsOf(rule["properties"])["precision"]) ?? usualConfidence,
      evidence: message,
    },
  };
}

function isSuppressed(result: Fields): boolean {
  const suppressions = listOf(result["suppressions"]);
  return suppressions.some(({ status }) => status === undefined || status === "accepted");
}

function ruleOf(result: Fields, rules: readonly Fields[]): Fields {
  const index = result["ruleIndex"] ?? fieldsOf(result["rule"])["index"];
  const byIndex = typeof index === "number" ? rules[index] : undefined;
  return byIndex ?? rules.find(({ id }) => id !== undefined && id === result["ruleId"]) ?? {};
}

function uriOf(result: Fields): string {
  const [location] = listOf(result["locations"]);
  const physical = fieldsOf(fieldsOf(location)["physicalLocation"]);
  return lineOf(fieldsOf(physical["artifactLocation"])["uri"], 2_000);
}

/** The host in the location, if it is a URL. A path looks like a host name, and is none. */
function placeOf(result: Fields): ReturnType<typeof placeOfUrl> {
  const uri = uriOf(result);
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(uri) ? placeOfUrl(uri) : null;
}

function fileOf(result: Fields, isUrl: boolean): string {
  return isUrl ? "" : uriOf(result);
}

function portOf(
  port: number | null,
  scheme: string | null,
): Pick<ImportedFinding, "protocol" | "port"> {
  if (port === null) return { protocol: "", port: 0 };
  return { protocol: scheme === "udp" ? "udp" : "tcp", port };
}

/** GitHub's `security-severity` is a CVSS score; the level is what every tool has. */
function severityFor(result: Fields, rule: Fields): Severity {
  const told =
    fieldsOf(result["properties"])["security-severity"] ??
    fieldsOf(rule["properties"])["security-severity"];
  const score = told === undefined || told === "" ? Number.NaN : Number(told);
  if (score >= 0 && score <= 10) return severityOf(score);
  if (result["kind"] === "informational") return "INFO";
  const level = result["level"] ?? fieldsOf(rule["defaultConfiguration"])["level"];
  return byLevel.get(level) ?? "MEDIUM";
}
