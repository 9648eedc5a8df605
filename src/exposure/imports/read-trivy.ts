import { cvesOf, lineOf, lineOrNull, most, severityOfWord, textOf, timeOf } from "./texts.ts";
import {
  type ImportedFinding,
  InvalidReport,
  type OpenFile,
  type ReaderOptions,
  type ReportPart,
} from "./imported-report.ts";
import { type Fields, fieldsOf, listOf, readJson, scoreOf } from "./json-values.ts";

/** It reads what package managers and lock files say. */
const confidence = 97;

type Usual = Pick<ImportedFinding, "ref" | "scope" | "at">;

/** A report of Trivy in JSON (schema version 2): packages with vulnerabilities, misconfigurations, secrets. */
export async function* readTrivy(
  open: OpenFile,
  { host }: ReaderOptions,
): AsyncGenerator<ReportPart> {
  const report = fieldsOf(await readJson(open));
  if (report["Resources"] !== undefined || report["ClusterName"] !== undefined) {
    throw new InvalidReport(
      "it is of a cluster; reports of images, file systems and hosts can be taken in",
    );
  }
  if (host === null) {
    throw new InvalidReport("Trivy does not say on which host it looked; name it with --host");
  }
  const artifact = lineOf(report["ArtifactName"], most.scope - 20);
  const at = timeOf(report["CreatedAt"]);
  const results = listOf(report["Results"]);
  const scopeOf = (kind: string): string => `${artifact} ${kind}`;
  const kinds = new Set(results.map(kindOf));
  const scopes = [...kinds].filter((kind) => kind !== null).map(scopeOf);
  yield { host: { ref: host, report: null, at, scopes } };
  for (const result of results) {
    const kind = kindOf(result);
    if (kind === null) continue;
    const usual = { ref: host, at, scope: scopeOf(kind) };
    for (const one of listOf(result["Vulnerabilities"])) yield vulnerability(one, usual, result);
    for (const one of listOf(result["Misconfigurations"])) {
      if (one["Status"] === undefined || one["Status"] === "FAIL") {
        yield misconfiguration(one, usual, result);
      }
    }
    for (const one of listOf(result["Secrets"])) yield secret(one, usual, result);
  }
}

/** What a result has looked for. Licences are no findings. */
function kindOf(result: Fields): "packages" | "config" | "secret" | null {
  const kind = result["Class"];
  if (kind === "os-pkgs" || kind === "lang-pkgs") return "packages";
  return kind === "config" || kind === "secret" ? kind : null;
}

const place = { protocol: "", port: 0, service: null } as const;

function vulnerability(one: Fields, usual: Usual, result: Fields): ReportPart {
  const id = lineOf(one["VulnerabilityID"], 100);
  const name = lineOf(one["PkgName"], most.package);
  const fixedVersion = lineOrNull(one["FixedVersion"], most.version);
  const at = [result["Target"], one["PkgPath"]].map((text) => lineOf(text, 500));
  return {
    finding: {
      ...usual,
      ...place,
      cve: cvesOf([id])[0] ?? null,
      checkId: `trivy:${id}`,
      package: name,
      installedVersion: lineOrNull(one["InstalledVersion"], most.version),
      fixedVersion,
      title: lineOf(one["Title"], most.title) || lineOf(`${id} in ${name}`, most.title),
      severity: severityOfWord(one["Severity"]),
      score: scoreIn(fieldsOf(one["CVSS"])),
      remediation: fixedVersion === null ? "" : `Update ${name} to ${fixedVersion} or later.`,
      confidence,
      evidence: textOf(at.filter((text) => text !== "").join("\n"), most.evidence),
    },
  };
}

function misconfiguration(one: Fields, usual: Usual, result: Fields): ReportPart {
  const finding = {
    ...withoutPackage(usual, result),
    checkId: `trivy:${lineOf(one["ID"] ?? one["AVDID"], 100)}`,
    title: lineOf(one["Title"], most.title),
    severity: severityOfWord(one["Severity"]),
    remediation: lineOf(one["Resolution"], most.remediation),
    evidence: textOf(one["Message"], most.evidence),
  };
  return { finding };
}

/** Where it stands, never what stands there. */
function secret(one: Fields, usual: Usual, result: Fields): ReportPart {
  const finding = {
    ...withoutPackage(usual, result),
    checkId: `trivy:${lineOf(one["RuleID"], 100)}`,
    title: `Secret in a file: ${lineOf(one["Title"], most.title - 20)}`,
    severity: severityOfWord(one["Severity"]),
    remediation: "Take the secret out of the file, and replace it: others may have read it.",
    evidence: `${lineOf(result["Target"], 500)}, line ${lineOf(one["StartLine"], 10)}`,
  };
  return { finding };
}

function withoutPackage(usual: Usual, result: Fields) {
  return {
    ...usual,
    ...place,
    cve: null,
    // Each file has findings of its own.
    package: lineOf(result["Target"], most.package),
    installedVersion: null,
    fixedVersion: null,
    score: null,
    confidence,
  };
}

/** NVD's if it has one, else any vendor's; the newest version of CVSS. */
function scoreIn(cvss: Fields): ImportedFinding["score"] {
  const nvd = fieldsOf(cvss["nvd"]);
  for (const vendor of [nvd, ...Object.values(cvss).map(fieldsOf)]) {
    const score =
      scoreOf(vendor["V40Score"], vendor["V40Vector"], "trivy") ??
      scoreOf(vendor["V3Score"], vendor["V3Vector"], "trivy") ??
      scoreOf(vendor["V2Score"], vendor["V2Vector"], "trivy");
    if (score !== null) return score;
  }
  return null;
}
