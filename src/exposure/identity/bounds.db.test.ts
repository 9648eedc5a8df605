import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { lock } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedDirectoryRow } from "#test/directory-rows";
import { someResult, someRule, someWeakness } from "#test/identity-fixture";
import { seedTenant } from "#test/seed";
import type { IdentityBounds } from "./bounds.ts";
import { identityLock } from "./identity-lock.ts";
import { takeInFound } from "./take-in-found.ts";
import { takeInResults } from "./take-in-results.ts";

const { database } = await createTestDatabase();
const { tenantId } = await seedTenant(database);

/** A directory of its own that may come to little. */
async function directory(bounds: IdentityBounds) {
  const directoryId = await seedDirectoryRow(database, tenantId);
  const type = "active_directory" as const;
  const assessed = { assessmentId: newId(), directoryId, type, siteId: null, at: 1000 };
  const taken = <T>(take: (tx: Parameters<typeof takeInFound>[0]) => Promise<T>) =>
    database.transaction(tenantId, async (tx) => {
      await lock(tx, identityLock(tenantId));
      return take(tx);
    });
  return {
    found: (rule: string, targets: readonly string[]) =>
      taken(async (tx) => {
        const found = { rule: someRule(rule), weaknesses: targets.map((id) => someWeakness(id)) };
        return (await takeInFound(tx, tenantId, assessed, [found], bounds)).made;
      }),
    asked: (...rules: readonly string[]) =>
      taken((tx) => {
        const results = rules.map((rule) => someResult(someRule(rule)));
        return takeInResults(tx, tenantId, assessed, results, bounds);
      }),
  };
}

test("a directory comes to know so many rules and no more, whether they found something or were asked", async () => {
  const { found, asked } = await directory({ rules: 3, findings: 100 });
  const tooMany = {
    name: "Problem",
    code: "invalid_request",
    message: "The directory would have 4 rules, and 3 are taken.",
  };
  assert.equal(await found("first", ["ada"]), 1);
  await asked("first", "second");
  assert.equal(await found("third", ["ada"]), 1);
  await assert.rejects(found("fourth", ["ada"]), tooMany);
  await assert.rejects(asked("fourth"), tooMany);
  await asked("first", "second", "third");
  assert.equal(await found("second", ["ada", "bob"]), 2);
});

test("a directory has so many findings and no more; what it has goes on to be seen", async () => {
  const { found } = await directory({ rules: 10, findings: 3 });
  assert.equal(await found("first", ["ada", "bob", "eve"]), 3);
  await assert.rejects(found("first", ["ada", "joe"]), {
    name: "Problem",
    code: "invalid_request",
    message: "The directory would have more than 3 findings, resolved ones included.",
  });
  assert.equal(await found("first", ["ada", "bob", "eve"]), 0);
});
