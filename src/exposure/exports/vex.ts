import type { ExportedFinding } from "#exposure/findings";
import type { ExportSource, FindingFormat } from "./finding-format.ts";

type Status = ExportedFinding["remediationStatus"];

/** What a status means in CycloneDX (1.6, `vulnerabilities[].analysis`). Who accepts a risk does not say that there is none. */
const analyses: Readonly<Record<Status, { state: string; response?: readonly string[] }>> = {
  open: { state: "exploitable" },
  in_progress: { state: "in_triage" },
  accepted: { state: "exploitable", response: ["will_not_fix"] },
  false_positive: { state: "false_positive" },
  resolved: { state: "resolved" },
};

/**
 * CycloneDX 1.6 VEX in JSON: assets are components, findings with a CVE vulnerabilities, each with what was decided about it.
 * Weaknesses that are no CVE have no place in it. The components stand behind the vulnerabilities, so that those need not be held.
 */
export function vexFormat({ version, at, newId }: ExportSource): FindingFormat {
  const components = new Map<string, object>();
  let separator = "";
  return {
    begin() {
      const metadata = {
        timestamp: new Date(at).toISOString(),
        tools: { components: [{ type: "application", name: "Vedette", version }] },
      };
      const head = {
        bomFormat: "CycloneDX",
        specVersion: "1.6",
        serialNumber: `urn:uuid:${newId()}`,
      };
      const fields = JSON.stringify({ ...head, version: 1, metadata }).slice(0, -1);
      return `${fields},"vulnerabilities":[`;
    },
    finding(finding) {
      const { cve, assetId } = finding;
      if (cve === null) return "";
      if (!components.has(assetId)) components.set(assetId, componentOf(finding));
      const text = separator + JSON.stringify(vulnerabilityOf(finding, cve));
      separator = ",\n";
      return text;
    },
    end: () => `],"components":${JSON.stringify([...components.values()])}}\n`,
  };
}

function componentOf({ assetId, assetIp, hostname }: ExportedFinding): object {
  return {
    type: "device",
    "bom-ref": assetId,
    name: hostname ?? assetIp ?? assetId,
    ...properties({ ip: assetIp }),
  };
}

function vulnerabilityOf(finding: ExportedFinding, cve: string): object {
  const { id, title, remediation, assetId, firstSeenAt, statusAt, notes } = finding;
  const url = `https://nvd.nist.gov/vuln/detail/${cve}`;
  return {
    "bom-ref": id,
    id: cve,
    source: { name: "NVD", url },
    ratings: [ratingOf(finding)],
    description: title,
    recommendation: remediation,
    analysis: {
      ...analyses[finding.remediationStatus],
      ...(notes === null ? {} : { detail: notes }),
      firstIssued: new Date(firstSeenAt).toISOString(),
      lastUpdated: new Date(statusAt).toISOString(),
    },
    affects: [{ ref: assetId }],
    ...properties({
      protocol: finding.protocol,
      port: finding.port === null ? null : String(finding.port),
      service: finding.service,
      package: finding.package,
      installedVersion: finding.installedVersion,
      fixedVersion: finding.fixedVersion,
      status: finding.remediationStatus,
    }),
  };
}

function ratingOf({ severity, cvssScore, cvssVector }: ExportedFinding): object {
  return {
    severity: severity.toLowerCase(),
    ...(cvssScore === null ? {} : { score: cvssScore }),
    ...(cvssVector === null || cvssVector === ""
      ? {}
      : { method: methodOf(cvssVector), vector: cvssVector }),
  };
}

function methodOf(vector: string): string {
  if (vector.startsWith("CVSS:4.0/")) return "CVSSv4";
  if (vector.startsWith("CVSS:3.1/")) return "CVSSv31";
  return vector.startsWith("CVSS:3.0/") ? "CVSSv3" : "CVSSv2";
}

function properties(fields: Readonly<Record<string, string | null>>): object {
  const known = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [{ name: `vedette:${name}`, value }],
  );
  return known.length === 0 ? {} : { properties: known };
}
