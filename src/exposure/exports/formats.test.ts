import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { ExportedFinding } from "#exposure/findings";
import { openReport } from "#exposure/imports";
import { newId } from "#lib/ids";
import { severities } from "#lib/severity";
import { csvFormat } from "./csv.ts";
import type { FindingFormat } from "./finding-format.ts";
import { jsonLinesFormat } from "./json-lines.ts";
import { sarifFormat } from "./sarif.ts";
import { vexFormat } from "./vex.ts";

let dir = "";
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "vedette-export-"));
});
after(() => rm(dir, { recursive: true }));

const source = { version: "1.2.3", at: Date.UTC(2026, 10, 21), newId };

const usual: ExportedFinding = {
  id: newId(),
  remediationStatus: "open",
  severity: "HIGH",
  cvssScore: 8.1,
  cvssVector: "CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H",
  epssScore: 0.5,
  epssPercentile: 0.9,
  kev: false,
  ransomware: false,
  riskScore: 40.1,
  confidence: 80,
  cve: "CVE-2024-6387",
  weakness: "CVE-2024-6387",
  title: "OpenSSH 9.2p1: a race",
  remediation: "Update OpenSSH.",
  assetId: newId(),
  assetIp: "10.1.0.7",
  hostname: "web.example.test",
  protocol: "tcp",
  port: 22,
  service: "ssh",
  package: null,
  installedVersion: null,
  fixedVersion: null,
  siteId: null,
  site: null,
  firstSeenAt: Date.UTC(2026, 0, 1),
  lastSeenAt: Date.UTC(2026, 0, 2),
  statusAt: Date.UTC(2026, 0, 1),
  acceptedUntil: null,
  reopenedAt: null,
  resolvedAt: null,
  notes: null,
};

const write = (format: FindingFormat, findings: readonly ExportedFinding[]): string =>
  format.begin() + findings.map((one) => format.finding(one)).join("") + format.end();

const text = fc.string({ unit: "grapheme", maxLength: 30 });
const hostile = fc.constantFrom(
  '=cmd|"/C calc"!A0',
  "+1",
  "-1",
  "@SUM(A1)",
  "\tx",
  "a,b",
  '"',
  "a\r\nb",
  "＝1",
);
const finding = fc
  .record({
    title: fc.oneof(text, hostile),
    remediation: fc.oneof(text, hostile),
    service: fc.oneof(text, hostile, fc.constant(null)),
    notes: fc.option(fc.oneof(text, hostile)),
    severity: fc.constantFrom(...severities),
    remediationStatus: fc.constantFrom(
      "open",
      "in_progress",
      "resolved",
      "accepted",
      "false_positive",
    ),
    cvssScore: fc.option(fc.constantFrom(0, 5.3, 9.8, 10)),
    protocol: fc.constantFrom("tcp", "udp", null),
    cve: fc.constantFrom("CVE-2024-6387", "CVE-2021-44228", null),
    assetIp: fc.constantFrom("10.1.0.7", "2001:db8::7", null),
    hostname: fc.constantFrom("web.example.test", null),
  } as const)
  .map((change): ExportedFinding => ({
    ...usual,
    ...change,
    id: newId(),
    port: change.protocol === null ? null : 8443,
    weakness: change.cve ?? "tls.weak_cipher",
  }));

/** RFC 4180, by the book: an independent reader. */
function readCsv(document: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  while (at < document.length) {
    const row: string[] = [];
    for (;;) {
      const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
      cell.lastIndex = at;
      const found = cell.exec(document);
      assert.ok(found !== null);
      row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
      at = cell.lastIndex;
      if (document.charAt(at) !== ",") break;
      at += 1;
    }
    assert.equal(document.slice(at, at + 2), "\r\n");
    at += 2;
    rows.push(row);
  }
  return rows;
}

test("CSV reads back as it was, but for an apostrophe before what a spreadsheet would carry out", () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 5 }), (findings) => {
      const [heading = [], ...rows] = readCsv(write(csvFormat(), findings));
      assert.equal(rows.length, findings.length);
      rows.forEach((row, i) => {
        assert.equal(row.length, heading.length);
        const one = findings[i];
        for (const field of ["title", "remediation", "service", "notes", "hostname"] as const) {
          const cell = row[heading.indexOf(field)] ?? "";
          const value = one?.[field] ?? "";
          assert.equal(cell, /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value);
          assert.doesNotMatch(cell, /^[=+\-@\t\r＝＋－＠]/);
        }
      });
    }),
  );
  const [, row = []] = readCsv(write(csvFormat(), [{ ...usual, acceptedUntil: 0 }]));
  assert.ok(row.includes("2026-01-01T00:00:00.000Z") && row.includes("1970-01-01T00:00:00.000Z"));
});

test("JSON lines read back as they were, without what is not known", () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 5 }), (findings) => {
      const lines = write(jsonLinesFormat(), findings).split("\n");
      assert.equal(lines.pop(), "");
      const read: unknown[] = lines.map((line) => JSON.parse(line));
      const known = findings.map((one) =>
        Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)),
      );
      assert.deepEqual(read, known);
    }),
  );
});

test("SARIF has what its schema requires, and imported again gives the findings that are open", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(finding, { minLength: 1, maxLength: 6 }), async (findings) => {
      const path = join(dir, "out.sarif");
      const document = write(sarifFormat(source), findings);
      const log: Sarif = JSON.parse(document);
      checkSarif(log, findings);
      await writeFile(path, document);
      const report = await openReport(path, { host: null });
      assert.equal(report.format, "sarif");
      const parts = await Array.fromAsync(report.parts());
      const read = parts.flatMap((part) => ("finding" in part ? [part.finding] : []));
      const wanted = findings.filter(
        (one) =>
          (one.remediationStatus === "open" || one.remediationStatus === "in_progress") &&
          (one.assetIp !== null || one.hostname !== null),
      );
      assert.deepEqual(
        read.map((one) => [
          one.ref.address ?? one.ref.hostname,
          one.protocol === "" ? null : one.protocol,
          one.port === 0 ? null : one.port,
          one.cve,
          one.checkId,
        ]),
        wanted.map((one) => [
          one.assetIp ?? one.hostname,
          one.protocol,
          one.port,
          one.cve,
          `vedette:${one.weakness}`,
        ]),
      );
      read.forEach((one, i) => {
        const score = wanted[i]?.cvssScore ?? null;
        if (score === null) assert.equal(one.severity, wanted[i]?.severity);
      });
    }),
    { numRuns: 60 },
  );
});

interface Sarif {
  $schema: string;
  version: string;
  runs: {
    tool: { driver: { name: string; rules: { id: string; shortDescription: { text: string } }[] } };
    invocations: { executionSuccessful: boolean }[];
    results: {
      ruleId: string;
      kind: string;
      level: string;
      message: { text: string };
      locations: { physicalLocation: { artifactLocation: { uri: string } } }[];
      suppressions?: { kind: string; status: string }[];
      baselineState?: string;
    }[];
  }[];
}

/** SARIF 2.1.0: what sections 3.13, 3.14, 3.18 and 3.27 require, and its words. */
function checkSarif({ version, runs }: Sarif, findings: readonly ExportedFinding[]): void {
  assert.equal(version, "2.1.0");
  const [run, ...more] = runs;
  assert.ok(run !== undefined && more.length === 0 && run.tool.driver.name === "Vedette");
  const ids = run.tool.driver.rules.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(run.results.length, findings.length);
  run.results.forEach((result, i) => {
    const one = findings[i];
    assert.ok(ids.includes(result.ruleId) && typeof result.message.text === "string");
    // Section 3.27.10: a level only where it is a failure.
    assert.equal(result.level === "none", result.kind !== "fail");
    assert.ok(["error", "warning", "note", "none"].includes(result.level));
    for (const { physicalLocation } of result.locations) {
      assert.ok(URL.canParse(physicalLocation.artifactLocation.uri));
    }
    const isDecided =
      one?.remediationStatus === "accepted" || one?.remediationStatus === "false_positive";
    assert.equal(result.suppressions !== undefined, isDecided);
    assert.equal(result.baselineState === "absent", one?.remediationStatus === "resolved");
  });
}

interface Vex {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { timestamp: string };
  components: { type: string; name: string; "bom-ref": string }[];
  vulnerabilities: {
    "bom-ref": string;
    id: string;
    ratings: { severity: string; score?: number; method?: string; vector?: string }[];
    analysis: { state: string; response?: string[]; detail?: string };
    affects: { ref: string }[];
  }[];
}

test("CycloneDX VEX has what its schema requires, refers to what is there, and says what was decided", () => {
  const states = {
    open: ["exploitable", undefined],
    in_progress: ["in_triage", undefined],
    accepted: ["exploitable", ["will_not_fix"]],
    false_positive: ["false_positive", undefined],
    resolved: ["resolved", undefined],
  } as const;
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 6 }), (findings) => {
      const bom: Vex = JSON.parse(write(vexFormat(source), findings));
      assert.deepEqual([bom.bomFormat, bom.specVersion, bom.version], ["CycloneDX", "1.6", 1]);
      assert.match(bom.serialNumber, /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      const refs = bom.components.map((one) => one["bom-ref"]);
      const own = bom.vulnerabilities.map((one) => one["bom-ref"]);
      assert.equal(new Set([...refs, ...own]).size, refs.length + own.length);
      const wanted = findings.filter(({ cve }) => cve !== null);
      assert.deepEqual(
        own,
        wanted.map(({ id }) => id),
      );
      bom.vulnerabilities.forEach(({ analysis, affects, ratings }, i) => {
        const one = wanted[i];
        assert.ok(one !== undefined && affects.every(({ ref }) => refs.includes(ref)));
        assert.deepEqual([analysis.state, analysis.response], states[one.remediationStatus]);
        assert.equal(analysis.detail, one.notes ?? undefined);
        assert.equal(ratings[0]?.severity, one.severity.toLowerCase());
      });
    }),
  );
  const methods = ["CVSS:4.0/AV:N", "CVSS:3.1/AV:N", "CVSS:3.0/AV:N", "AV:N/AC:L"].map(
    (cvssVector) => {
      const bom: Vex = JSON.parse(write(vexFormat(source), [{ ...usual, cvssVector }]));
      return bom.vulnerabilities[0]?.ratings[0]?.method;
    },
  );
  assert.deepEqual(methods, ["CVSSv4", "CVSSv31", "CVSSv3", "CVSSv2"]);
});
