import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import { type ImportedFinding, InvalidReport, type ReportPart } from "./imported-report.ts";
import { openReport } from "./open-report.ts";
import { readNessus } from "./read-nessus.ts";
import { readNmap } from "./read-nmap.ts";
import { readNuclei } from "./read-nuclei.ts";
import { readOpenvas } from "./read-openvas.ts";
import { readTrivy } from "./read-trivy.ts";
import { recogniseReport } from "./recognise-report.ts";
import { hostRefOf, most } from "./texts.ts";

let dir = "";
before(async () => {
  dir = await mkdtemp(join(tmpdir(), "vedette-reports-"));
});
after(() => rm(dir, { recursive: true }));

const host = hostRefOf("10.20.0.9");

async function read(text: string | Buffer, name = "report"): Promise<ReportPart[]> {
  const path = join(dir, name);
  await writeFile(path, text);
  const report = await openReport(path, { host });
  return Array.fromAsync(report.parts());
}

const nessus = (inner: string, head = "") =>
  `<?xml version="1.0"?>${head}<NessusClientData_v2><Report name="r">${inner}</Report></NessusClientData_v2>`;

test("entities that grow or are fetched, and documents cut short, are refused with the file's name and the reason", async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>`;
  const fetched = `<!DOCTYPE x [<!ENTITY b SYSTEM "file:///etc/passwd">]>`;
  for (const head of [bomb, fetched]) {
    await assert.rejects(
      read(nessus(`<ReportHost name="10.0.0.1">&b;</ReportHost>`, head)),
      (error) =>
        error instanceof InvalidReport &&
        /report cannot be taken in: it is no XML: .+\.$/.test(error.message),
    );
  }
  await assert.rejects(read(nessus("").slice(0, -5)), /it is no XML/);
  await assert.rejects(read(`<nmaprun start="1"><host>`), /cannot be taken in: it is no XML/);
  await assert.rejects(read(`{"SchemaVersion":2,"Results":[`), /is no JSON, or ends too early/);
  await assert.rejects(read(`{"template-id":"x","info":{}}\n{"template-id":`), /line 2 is no JSON/);
});

/** A document without an end, in pieces of a megabyte; counts what was taken of it. */
function endless(head: string, piece: string) {
  const taken = { bytes: 0 };
  const bytes = Buffer.from(piece.repeat(2 ** 20 / piece.length));
  async function* open(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    for (;;) {
      taken.bytes += bytes.length;
      yield bytes;
    }
  }
  return { taken, open };
}

test("a report without an end is refused before it is in memory", async () => {
  const cases = [
    [readNessus, `<NessusClientData_v2><Report>`, " ", /longer than 33554432 characters/, 40],
    [
      readNessus,
      `<NessusClientData_v2><Report><ReportHost>`,
      `<a b="1234567"/>`,
      /longer than 33554432/,
      40,
    ],
    [
      readNmap,
      `<nmaprun><host>`,
      `<x y="${"z".repeat(23)}"/>`,
      /longer than 33554432 characters/,
      40,
    ],
    [readOpenvas, `<report><result>`, "text", /longer than 33554432 characters/, 40],
    [readTrivy, `{"SchemaVersion":2,"ArtifactName":"`, "aaaa", /longer than 134217728 bytes/, 140],
    [
      readNuclei,
      `{"template-id":"x","info":{}}\n{"a":"`,
      "aaaa",
      /line 2 is longer than 16777216/,
      20,
    ],
  ] as const;
  for (const [readOne, head, piece, message, mostMegabytes] of cases) {
    const { taken, open } = endless(head, piece);
    await assert.rejects(Array.fromAsync(readOne(open, { host })), message);
    assert.ok(taken.bytes <= mostMegabytes * 2 ** 20, `${head}: ${taken.bytes} bytes`);
  }
});

test("what is no report is refused by name, and so is what is no file", async () => {
  for (const text of [
    "",
    "hello",
    "{}",
    "[]",
    "<html></html>",
    "<!-- <nmaprun> -->",
    "\u0000\u0001",
  ]) {
    await assert.rejects(
      read(text, "other"),
      /other cannot be taken in: it is none of the reports/,
    );
  }
  await assert.rejects(openReport(join(dir, "nothing"), { host }), {
    code: "not_found",
    message: /nothing cannot be read: ENOENT/,
  });
  await assert.rejects(openReport(dir, { host }), /cannot be read/);
});

test("any beginning is recognised as something or nothing, at once", () => {
  const part = fc.constantFrom(
    "<!--",
    "-->",
    "<?",
    "<!",
    ">",
    "<nmaprun",
    " ",
    "{",
    '"runs":[',
    "x",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 2_000 }), (parts) => {
      const found = recogniseReport(parts.join(""));
      assert.ok(found === null || typeof found === "string");
    }),
    { numRuns: 50 },
  );
  assert.equal(
    recogniseReport(`<?xml version="1.0"?>\n<!-- <report> --><!DOCTYPE nmaprun>\n<nmaprun>`),
    "nmap",
  );
  const started = performance.now();
  recogniseReport("<!--".repeat(16_000));
  assert.ok(performance.now() - started < 1_000);
});

test("texts of strangers come out clean and bounded, whatever they are", async () => {
  const json = await readFile(
    new URL("../../../test/fixtures/reports/trivy.json", import.meta.url),
    "utf8",
  );
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 50 }),
    fc.integer(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.constant("\u0000\u001b[2J\ud800".repeat(700)),
  );
  const keys = [
    "PkgName",
    "Title",
    "FixedVersion",
    "Severity",
    "CVSS",
    "VulnerabilityID",
    "Target",
    "Message",
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...keys), anything, async (key, value) => {
      const document: unknown = JSON.parse(json, (name, old: unknown) =>
        name === key ? value : old,
      );
      const parts = await read(JSON.stringify(document), "any");
      for (const part of parts) if ("finding" in part) assertClean(part.finding);
    }),
    { numRuns: 60 },
  );
});

function assertClean(finding: ImportedFinding): void {
  const { title, remediation, checkId, evidence } = finding;
  assert.ok(title.length <= most.title && remediation.length <= most.remediation);
  assert.ok(checkId.length <= most.checkId && finding.package.length <= most.package);
  assert.ok(
    evidence.length <= most.evidence && (finding.fixedVersion ?? "").length <= most.version,
  );
  const all = JSON.stringify(finding);
  // eslint-disable-next-line no-control-regex -- control characters are exactly what must not be there
  assert.doesNotMatch(all, /\\u00[01]|[\u0000-\u001f\u007f-\u009f]|\\ud8/);
}

test("a host that is neither an address nor a name is passed over, and its findings with it", async () => {
  const item = `<ReportItem port="99999" protocol="tcp" severity="9" pluginID="1" pluginName="x"/>`;
  const parts = await read(
    nessus(
      `<ReportHost name="&lt;script&gt;">${item}</ReportHost><ReportHost name="10.0.0.1">${item}</ReportHost>`,
    ),
  );
  assert.deepEqual(parts[0], { passedOver: "a host without a usable address or name" });
  const [finding] = parts.flatMap((part) => ("finding" in part ? [part.finding] : []));
  assert.deepEqual([finding?.protocol, finding?.port, finding?.severity], ["", 0, "MEDIUM"]);
  assert.equal(parts.length, 3);
});
