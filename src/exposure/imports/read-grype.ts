import {
  type ImportedFinding,
  InvalidReport,
  type OpenFile,
  type ReaderOptions,
  type ReportPart,
} from "./imported-report.ts";
import { type Fields, fieldsOf, listOf, readJson, scoreOf, valuesOf } from "./json-values.ts";
import { cvesOf, lineOf, lineOrNull, most, severityOfWord, textOf, timeOf } from "./texts.ts";

/** A package's own record against a feed for its ecosystem, or a name that resembles one in NVD. */
const confidenceByPackage = 97;
const confidenceByCpe = 80;

/** A report of Grype in JSON: packages with vulnerabilities. */
export async function* readGrype(
  open: OpenFile,
  { host }: ReaderOptions,
): AsyncGenerator<ReportPart> {
  const report = fieldsOf(await readJson(open));
  if (host === null) {
    throw new InvalidReport("Grype does not say on which host it looked; name it with --host");
  }
  const source = fieldsOf(report["source"]);
  const { target } = source;
  const name = typeof target === "string" ? target : fieldsOf(target)["userInput"];
  const scope = lineOf(name, most.scope);
  const at = timeOf(fieldsOf(report["descriptor"])["timestamp"]);
  yield { host: { ref: host, report: null, at, scopes: [scope] } };
  for (const match of listOf(report["matches"])) {
    for (const finding of findingsOf(match))
      yield { finding: { ...finding, ref: host, scope, at } };
  }
}

function findingsOf(match: Fields): Omit<ImportedFinding, "ref" | "scope" | "at">[] {
  const found = fieldsOf(match["vulnerability"]);
  const artifact = fieldsOf(match["artifact"]);
  const related = listOf(match["relatedVulnerabilities"]);
  const id = lineOf(found["id"], 100);
  const own = cvesOf([id]);
  const cves = own.length > 0 ? own : cvesOf(related.map((one) => one["id"]));
  const name = lineOf(artifact["name"], most.package);
  const fixedVersion = lineOrNull(valuesOf(fieldsOf(found["fix"])["versions"])[0], most.version);
  const byCpe = listOf(match["matchDetails"]).some(({ type }) => type === "cpe-match");
  const description = lineOf(found["description"], most.title);
  const finding = {
    protocol: "",
    port: 0,
    service: null,
    checkId: `grype:${id}`,
    package: name,
    installedVersion: lineOrNull(artifact["version"], most.version),
    fixedVersion,
    title: description === "" ? lineOf(`${id} in ${name}`, most.title) : description,
    severity: severityOfWord(found["severity"]),
    score: scoreIn([found, ...related]),
    remediation: fixedVersion === null ? "" : `Update ${name} to ${fixedVersion} or later.`,
    confidence: byCpe ? confidenceByCpe : confidenceByPackage,
    evidence: textOf(
      listOf(artifact["locations"])
        .map(({ path }) => lineOf(path, 500))
        .join("\n"),
      most.evidence,
    ),
  } as const;
  return (cves.length === 0 ? [null] : cves).map((cve) => ({ ...finding, cve }));
}

function scoreIn(vulnerabilities: readonly Fields[]): ImportedFinding["score"] {
  const scores = vulnerabilities
    .flatMap((one) => listOf(one["cvss"]))
    .flatMap((one) => {
      const score = scoreOf(fieldsOf(one["metrics"])["baseScore"], one["vector"], "grype");
      return score ?? [];
    });
  return scores.toSorted((a, b) => (a.version < b.version ? 1 : -1))[0] ?? null;
}
