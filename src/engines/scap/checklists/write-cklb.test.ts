import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type ImportedAudit,
  type RuleSeverity,
  ruleResults,
  ruleSeverities,
} from "#engines/scap-types";
import { anyCharacter } from "#test/any-text";
import { contentOf } from "../content-sha256.ts";
import { cklbOf, strippedId } from "../index.ts";
import { fixture, read, readOne } from "../testing.ts";
import { resultOfStatus, statusOf } from "./statuses.ts";
import { lineOf, linesOf } from "../texts.ts";

const line = (length: number) =>
  fc.string({ unit: anyCharacter, maxLength: 60 }).map((text) => lineOf(text, length));
const lines = fc
  .array(fc.string({ unit: anyCharacter, maxLength: 40 }), { maxLength: 4 })
  .map((all) => linesOf(all.join("\n"), 1000));

const anyRule = fc.record({
  name: fc.stringMatching(/^[A-Za-z][\w.-]{0,40}$/),
  prefix: fc.constantFrom("", "xccdf_mil.disa.stig_rule_", "xccdf_org.ssgproject.content_rule_"),
  result: fc.constantFrom(...ruleResults),
  severity: fc.constantFrom(...ruleSeverities),
  changed: fc.option(fc.constantFrom("high", "medium", "low", "info"), { nil: undefined }),
  weight: fc.constantFrom(undefined, 0, 0.5, 3),
  why: lines,
  comments: lines,
  title: line(500),
  description: lines,
  ccis: fc.uniqueArray(fc.constantFrom("CCI-000366", "CCI-000213", "CCI-000015")),
});

const anyAudit: fc.Arbitrary<ImportedAudit> = fc
  .record({
    rules: fc.uniqueArray(anyRule, {
      minLength: 1,
      maxLength: 8,
      selector: ({ name }) => strippedId(name),
    }),
    version: fc.constantFrom("V2R3", "V10R1.2", "0.1.65", "002.003", ""),
    title: line(500).filter((text) => text !== ""),
    hostname: fc.constantFrom(null, "web1", "web1.example.net"),
    addresses: fc.subarray(["10.0.0.1", "fd00::2"]),
    macs: fc.subarray(["02:00:5e:10:00:01", "02:00:5e:10:00:02"]),
  })
  .map(({ rules, version, title, hostname, addresses, macs }) => {
    const benchmark = { id: "xccdf_mil.disa.stig_benchmark_Sample_OS", version, title };
    const content = contentOf(
      benchmark,
      rules.map((rule) => ({
        id: rule.prefix + rule.name,
        title: rule.title || rule.name,
        severity: rule.severity,
        ...(rule.description === "" ? {} : { description: rule.description }),
        identifiers: rule.ccis,
        references: [],
      })),
    );
    return {
      host: {
        hostname,
        fqdn: hostname?.includes(".") === true ? hostname : null,
        addresses,
        macs,
      },
      content,
      report: {
        startedAt: 1,
        finishedAt: 2,
        engine: "OpenSCAP 1.3.7",
        privileged: true,
        contentSha256: content.sha256,
        benchmark,
        profile: null,
        scores: [],
        rules: rules.map((rule) => ({
          id: rule.prefix + rule.name,
          result: rule.result,
          ...(rule.changed === undefined || rule.changed === rule.severity
            ? {}
            : { severity: rule.changed }),
          ...(rule.weight === undefined ? {} : { weight: rule.weight }),
          ...(rule.why === "" ? {} : { why: rule.why }),
          ...(rule.comments === "" ? {} : { comments: rule.comments }),
        })),
      },
    };
  });

const sayable = new Set(["pass", "fail", "notapplicable", "notchecked"]);

test("a checklist that is written and read again says the same", async () => {
  await fc.assert(
    fc.asyncProperty(anyAudit, async (audit) => {
      const again = await readOne(JSON.stringify(cklbOf([audit])));
      assert.deepEqual(again.host, audit.host);
      assert.equal(again.report.benchmark.version, audit.report.benchmark.version);
      assert.equal(again.report.benchmark.title, audit.report.benchmark.title);
      assert.equal(again.report.rules.length, audit.report.rules.length);
      for (const [
        at,
        { id, result, why, comments, weight, severity },
      ] of again.report.rules.entries()) {
        const before = audit.report.rules[at];
        const text = audit.content.rules[at];
        const textAgain = again.content.rules[at];
        assert.ok(before !== undefined && text !== undefined && textAgain !== undefined);
        assert.equal(id, strippedId(before.id));
        assert.equal(statusOf(result), statusOf(before.result));
        assert.deepEqual([comments, weight], [before.comments, before.weight]);
        assert.deepEqual(
          [textAgain.title, textAgain.description, textAgain.identifiers],
          [text.title, text.description, text.identifiers],
        );
        if (sayable.has(before.result))
          assert.deepEqual([result, why], [before.result, before.why]);
        if (before.result === "error") assert.match(why ?? "", /^Result of the engine: error\./);
        const written = (one: RuleSeverity) => (one === "info" ? "unknown" : one);
        assert.equal(textAgain.severity, written(text.severity));
        assert.equal(severity ?? textAgain.severity, written(before.severity ?? text.severity));
      }
    }),
    { numRuns: 150 },
  );
});

test("several audits of a host are one checklist, the same each time, whose ids are unlike", async () => {
  const audits = await read(await fixture("two-stigs.ckl"));
  const text = JSON.stringify(cklbOf(audits));
  assert.equal(JSON.stringify(cklbOf(audits)), text);
  const again = await read(text);
  assert.deepEqual(
    again.map(({ report }) => report.rules.map(({ id, result }) => [id, result])),
    audits.map(({ report }) => report.rules.map(({ id, result }) => [id, result])),
  );
  const uuids = [
    ...text.matchAll(/"(?:uuid|id)":"([0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f-]{16})"/g),
  ];
  // The checklist, two STIGs, and five rules.
  assert.equal(uuids.length, 8);
  assert.equal(new Set(uuids.map(([, uuid]) => uuid)).size, 8);
  assert.throws(() => cklbOf([]), /needs an audit/);
});

test("every severity is written in a word of the checklist's schema", async () => {
  const [audit] = await read(await fixture("two-stigs.ckl"));
  assert.ok(audit !== undefined);
  for (const severity of ruleSeverities) {
    const rules = audit.content.rules.map((text) => ({ ...text, severity }));
    const changed = audit.report.rules.map((rule) => ({ ...rule, severity }));
    const text: string = JSON.stringify(
      cklbOf([
        {
          ...audit,
          content: { ...audit.content, rules },
          report: { ...audit.report, rules: changed },
        },
      ]),
    );
    const words = [...text.matchAll(/"severity":"(\w*)"/g)].map(([, word]) => word);
    assert.ok(words.length > 0);
    for (const word of words) assert.match(word ?? "", /^(unknown|low|medium|high)$/);
  }
});

test("a status is read in the ways that people and tools write it", () => {
  for (const word of ["NotAFinding", "not_a_finding", "Not a Finding"]) {
    assert.equal(resultOfStatus(word), "pass");
  }
  assert.equal(resultOfStatus("Open"), "fail");
  assert.equal(resultOfStatus("Not_Applicable"), "notapplicable");
  assert.equal(resultOfStatus("not_reviewed"), "notchecked");
  assert.equal(resultOfStatus(""), undefined);
  assert.equal(resultOfStatus("constructor"), undefined);
  assert.deepEqual(
    ruleResults.map((result) => statusOf(result)),
    [
      "not_a_finding",
      "not_a_finding",
      "open",
      "not_reviewed",
      "not_reviewed",
      "not_applicable",
      "not_reviewed",
      "not_reviewed",
    ],
  );
});
