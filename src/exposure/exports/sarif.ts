import type { ExportedFinding } from "#exposure/findings";
import type { Severity } from "#lib/severity";
import { formatHostPort } from "#lib/ip";
import type { ExportSource, FindingFormat } from "./finding-format.ts";

/** SARIF 2.1.0 section 3.27.10. What is for information only is no failure, and has no level. */
const levels: Readonly<Record<Severity, "error" | "warning" | "note" | "none">> = {
  CRITICAL: "error",
  HIGH: "error",
  MEDIUM: "warning",
  LOW: "note",
  INFO: "none",
};

/** What GitHub shows as severity where there is no CVSS score: within the band of the word. */
const usualScores: Readonly<Record<Severity, number>> = {
  CRITICAL: 9.5,
  HIGH: 8,
  MEDIUM: 5.5,
  LOW: 2,
  INFO: 0,
};

/**
 * SARIF 2.1.0 (OASIS): one run; rules are the CVEs and checks, results the findings. The rules stand behind the results, so that
 * those need not be held: an object's fields may come in any order.
 */
export function sarifFormat({ version, at }: ExportSource): FindingFormat {
  const rules = new Map<string, object>();
  let separator = "";
  return {
    begin: () =>
      `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[`,
    finding(finding) {
      if (!rules.has(finding.weakness)) rules.set(finding.weakness, ruleOf(finding));
      const text = separator + JSON.stringify(resultOf(finding));
      separator = ",\n";
      return text;
    },
    end() {
      const driver = { name: "Vedette", version, rules: [...rules.values()] };
      const invocation = { executionSuccessful: true, endTimeUtc: new Date(at).toISOString() };
      return `],"tool":${JSON.stringify({ driver })},"invocations":[${JSON.stringify(invocation)}]}]}\n`;
    },
  };
}

function ruleOf(finding: ExportedFinding): object {
  const { weakness, cve, title, remediation } = finding;
  return {
    id: weakness,
    shortDescription: { text: title },
    help: { text: remediation },
    ...(cve === null ? {} : { helpUri: `https://nvd.nist.gov/vuln/detail/${cve}` }),
    properties: { "security-severity": securitySeverity(finding), tags: ["security"] },
  };
}

function securitySeverity({ cvssScore, severity }: ExportedFinding): string {
  // A distribution may rate low what NVD rates high: the word is the last one.
  return String(severity === "INFO" ? 0 : (cvssScore ?? usualScores[severity]));
}

function resultOf(finding: ExportedFinding): object {
  const { id, weakness, severity, title, remediationStatus, notes, confidence, riskScore } =
    finding;
  const isDecided = remediationStatus === "accepted" || remediationStatus === "false_positive";
  return {
    ruleId: weakness,
    kind: severity === "INFO" ? "informational" : "fail",
    level: levels[severity],
    message: { text: title },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(finding) } },
        logicalLocations: [{ fullyQualifiedName: placeOf(finding), kind: "resource" }],
      },
    ],
    partialFingerprints: { "vedettePlace/v1": id },
    ...(remediationStatus === "resolved" ? { baselineState: "absent" } : {}),
    ...(isDecided
      ? {
          suppressions: [
            {
              kind: "external",
              status: "accepted",
              justification: notes ?? remediationStatus.replace("_", " "),
            },
          ],
        }
      : {}),
    properties: {
      "security-severity": securitySeverity(finding),
      remediationStatus,
      riskScore,
      confidence,
      ...withoutNull({
        service: finding.service,
        package: finding.package,
        installedVersion: finding.installedVersion,
        fixedVersion: finding.fixedVersion,
        site: finding.site,
      }),
    },
  };
}

function withoutNull(fields: Readonly<Record<string, string | null>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function placeOf({ assetIp, hostname, assetId }: ExportedFinding): string {
  return assetIp ?? hostname ?? assetId;
}

/** `tcp://10.0.0.7:443`; `host://10.0.0.7` for the host itself. Of an asset without address and name only the id is left. */
function uriOf(finding: ExportedFinding): string {
  const { assetIp, hostname, assetId, protocol, port } = finding;
  const host = assetIp ?? hostname;
  if (host === null) return `urn:uuid:${assetId}`;
  if (port !== null) return `${protocol ?? "tcp"}://${formatHostPort(host, port)}`;
  return `host://${host.includes(":") ? `[${host}]` : host}`;
}
