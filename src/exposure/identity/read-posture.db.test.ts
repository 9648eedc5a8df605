import assert from "node:assert/strict";
import { test } from "node:test";
import type { RuleText, Weakness } from "#engines/directory-types";
import { newId } from "#lib/ids";
import type { Severity } from "#lib/severity";
import { createTestDatabase } from "#test/database";
import { seedDirectory } from "#test/directory-fixture";
import { someResult, someRule, someWeakness, tell } from "#test/identity-fixture";
import { operatorOf, seedScanPlace } from "#test/scan-fixture";
import { exceptIdentity, listRuleResults, readPosture } from "./index.ts";

const { database } = await createTestDatabase();
const at = Date.parse("2026-11-20T00:00:00Z");

const users = (count: number, severity: Severity): Weakness[] =>
  Array.from({ length: count }, (_, n) => someWeakness(`${severity}-${n}`, { severity }));
const domain = (severity: Severity): Weakness => ({
  ...someWeakness("the domain", { severity }),
  target: { type: "domain", id: "domain", name: "acme.test", path: null, host: null },
});

const many = someRule("many", { title: "Of two severities" });
const ofDomain = someRule("of-domain", { severity: "HIGH", title: "Of the domain itself" });
const gone = someRule("gone");
const few = someRule("few");

test("a directory's posture counts what is open of it, by rule and severity, and nothing else", async () => {
  const place = await seedScanPlace(database);
  const { tenantId } = place;
  const directory = await seedDirectory(database, place);
  const another = await seedDirectory(database, place);
  const assess = (
    directoryId: string,
    when: number,
    found: readonly (readonly [RuleText, readonly Weakness[]])[],
  ) =>
    tell(
      database,
      tenantId,
      {
        assessmentId: newId(),
        directoryId,
        type: "active_directory",
        siteId: place.siteId,
        at: when,
      },
      {
        found: found
          .filter(([, weaknesses]) => weaknesses.length > 0)
          .map(([rule, weaknesses]) => ({ rule, weaknesses })),
        results: found.map(([rule, { length }]) => someResult(rule, { found: length })),
      },
    );
  const first = [
    [many, [...users(12, "MEDIUM"), ...users(3, "LOW")]],
    [ofDomain, [domain("HIGH")]],
    [gone, users(2, "CRITICAL")],
    [few, users(4, "INFO")],
  ] as const;
  await assess(another.id, at, first);
  await assess(directory.id, at, first);
  const context = operatorOf(database, tenantId, () => at + 1);
  await exceptIdentity(context, {
    directory: directory.name,
    rule: many.id,
    target: "MEDIUM-1*",
    reason: "known",
    owner: "ops",
    expiresAt: null,
  });
  // The rule that finds nothing any more resolves, and one of another is seen later than the others.
  await assess(directory.id, at + 60_000, [[gone, []]]);
  await tell(
    database,
    tenantId,
    {
      assessmentId: newId(),
      directoryId: directory.id,
      type: "active_directory",
      siteId: null,
      at: at + 90_000,
    },
    { found: [{ rule: few, weaknesses: users(1, "INFO") }] },
  );

  const posture = await readPosture(context, directory.id);
  // MEDIUM-1, MEDIUM-10 and MEDIUM-11 are accepted.
  assert.deepEqual(posture.open, { CRITICAL: 0, HIGH: 1, MEDIUM: 9, LOW: 3, INFO: 4 });
  assert.equal(posture.excepted, 3);
  assert.deepEqual(
    posture.factors.map(({ ruleId, title, severity, findings, extent }) => [
      ruleId,
      title,
      severity,
      findings,
      extent === 1,
    ]),
    [
      [ofDomain.id, ofDomain.title, "HIGH", 1, true],
      [many.id, many.title, "MEDIUM", 12, true],
    ],
  );
  const rules = await listRuleResults(context, directory.id);
  assert.deepEqual(
    new Set(rules.map(({ ruleId, open, accepted }) => `${ruleId} ${open} ${accepted}`)),
    new Set([`${few.id} 4 0`, `${gone.id} 0 0`, `${many.id} 12 3`, `${ofDomain.id} 1 0`]),
  );
  const others = await readPosture(context, another.id);
  assert.deepEqual(others.open, { CRITICAL: 2, HIGH: 1, MEDIUM: 12, LOW: 3, INFO: 4 });
});
