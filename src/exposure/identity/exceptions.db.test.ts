import assert from "node:assert/strict";
import { test } from "node:test";
import { setFindingStatus } from "#exposure/findings";
import { expireAcceptances, exposureLock, rescoreAssets } from "#exposure/flows";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { createTestDatabase } from "#test/database";
import { seedDirectoryRow } from "#test/directory-rows";
import { someRule, someWeakness, tell } from "#test/identity-fixture";
import { operatorOf } from "#test/scan-fixture";
import { seedTenant } from "#test/seed";
import { decideIdentityFinding } from "./decide-identity-finding.ts";
import { endIdentityException } from "./end-identity-exception.ts";
import { type IdentityExceptionInput, exceptIdentity } from "./except-identity.ts";
import type { Assessed } from "./identity-finding.ts";
import { listIdentityExceptions } from "./list-identity-exceptions.ts";
import { listIdentityFindingsForOperators } from "./list-identity-findings-for-operators.ts";
import { readIdentityFinding } from "./read-identity-finding.ts";
import { readPosture } from "./read-posture.ts";

const db = await createTestDatabase();
const { database } = db;
const rule = someRule("old-password");
const other = someRule("no-preauth");

/** A tenant of its own with two directories that have the same findings, and somebody who answers for it. */
async function company() {
  const { tenantId } = await seedTenant(database);
  const clock = { at: 1_790_000_000_000 };
  const context = operatorOf(database, tenantId, () => clock.at);
  const berlin = await seedDirectoryRow(database, tenantId, { name: "berlin.test" });
  const paris = await seedDirectoryRow(database, tenantId, { name: "paris.test" });
  const assess = async (directoryId: string, ...names: string[]) => {
    const assessed: Assessed = {
      assessmentId: newId(),
      directoryId,
      type: "active_directory",
      siteId: null,
      at: clock.at,
    };
    const weaknesses = names.map((name) => someWeakness(name));
    const found = [rule, other].map((one) => ({ rule: one, weaknesses }));
    await tell(database, tenantId, assessed, { found });
  };
  for (const id of [berlin, paris]) await assess(id, "svc-a", "svc-b", "ada");
  const all = async (directoryId: string) =>
    listIdentityFindingsForOperators(context, { directoryId, status: "all", limit: 100 });
  return {
    tenantId,
    clock,
    context,
    berlin,
    paris,
    assess,
    /** Of Berlin unless said otherwise: what is accepted, as `rule target`. */
    accepted: async (directoryId = berlin) =>
      (await all(directoryId))
        .filter(({ status }) => status === "accepted")
        .map(({ ruleId, targetName }) => `${ruleId} ${targetName}`)
        .toSorted(),
    read: async (ruleId: string, name: string, directoryId = berlin) => {
      const one = (await all(directoryId)).find(
        (row) => row.ruleId === ruleId && row.targetName === name,
      );
      return readIdentityFinding(context, one?.id ?? assert.fail());
    },
    except: (input: Partial<IdentityExceptionInput>) =>
      exceptIdentity(context, {
        directory: null,
        rule: null,
        target: null,
        reason: "It is planned",
        owner: "Ada",
        expiresAt: null,
        ...input,
      }),
    decide: (id: string, status: "open" | "accepted" | "resolved") =>
      setFindingStatus(
        context,
        id,
        { status, notes: null, acceptedUntil: null },
        { exposureLock, rescoreAssets, decideIdentityFinding },
      ),
    expire: () => expireAcceptances({ database, now: () => clock.at }),
  };
}

const refused = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof Problem && error.code === code && message.test(error.message);

test("an exception accepts what is open by rule, target or both, in one directory or all, and what is found later", async () => {
  const one = await company();
  const made = await one.except({ directory: "berlin.test", rule: rule.id, target: "SVC-*" });
  assert.equal(made.findings, 2);
  assert.deepEqual(await one.accepted(), ["ad.old-password svc-a", "ad.old-password svc-b"]);
  assert.deepEqual(await one.accepted(one.paris), []);
  one.clock.at += 1000;
  await one.assess(one.berlin, "svc-c", "bob");
  assert.ok((await one.accepted()).includes("ad.old-password svc-c"));
  assert.equal((await one.except({ target: "ada" })).findings, 4);
  assert.deepEqual(await one.accepted(one.paris), ["ad.no-preauth ada", "ad.old-password ada"]);
  assert.equal((await readPosture(one.context, one.berlin)).excepted, 5);
});

test("what is excepted says so: status, until when, by which exception, and who did it in its history", async () => {
  const one = await company();
  const expiresAt = one.clock.at + 5000;
  const { id } = await one.except({ rule: rule.id, target: "ada", expiresAt });
  const finding = await one.read(rule.id, "ada");
  const { status, acceptedUntil, exception, history } = finding;
  assert.deepEqual([status, acceptedUntil], ["accepted", expiresAt]);
  assert.deepEqual(exception, { id, reason: "It is planned", owner: "Ada", expiresAt });
  const { kind: byKind, name: by } = one.context.actor;
  assert.deepEqual(history[0], {
    at: one.clock.at,
    from: "open",
    to: "accepted",
    by,
    byKind,
    notes: "excepted: It is planned (Ada)",
    acceptedUntil: expiresAt,
  });
});

test("when it ends or its time comes, what it holds opens, but for what another covers or a person took over", async () => {
  for (const way of ["end", "expire"] as const) {
    const one = await company();
    const expiresAt = way === "expire" ? one.clock.at + 5000 : null;
    const long = await one.except({ rule: rule.id, target: "svc-*", expiresAt });
    const { id } = await one.read(rule.id, "svc-b");
    // To accept what is accepted by an exception is to take it over.
    await one.decide(id, "accepted");
    const rest = await one.except({ target: "svc-a", reason: "Another reason" });
    assert.equal(rest.findings, 2, "what is accepted already stays with who accepts it");
    one.clock.at += 6000;
    if (way === "end") await endIdentityException(one.context, { id: long.id });
    else await one.expire();
    const [taken, kept] = [await one.read(rule.id, "svc-a"), await one.read(rule.id, "svc-b")];
    assert.deepEqual([taken.status, taken.exception?.id], ["accepted", rest.id]);
    assert.equal(taken.history[0]?.notes, "excepted: Another reason (Ada)");
    assert.deepEqual([kept.status, kept.exception], ["accepted", undefined]);
    await endIdentityException(one.context, { id: rest.id });
    const opened = await one.read(rule.id, "svc-a");
    assert.deepEqual(
      [opened.status, opened.history[0]?.notes],
      ["open", "its exception was ended"],
    );
  }
});

test("a person who opens what is excepted has the last word, until it was resolved and comes back", async () => {
  const one = await company();
  await one.except({ target: "ada" });
  const { id } = await one.read(rule.id, "ada");
  one.clock.at += 1000;
  await one.decide(id, "open");
  one.clock.at += 1000;
  await one.assess(one.berlin, "ada");
  assert.equal((await one.read(rule.id, "ada")).status, "open");
  await one.decide(id, "resolved");
  one.clock.at += 1000;
  await one.assess(one.berlin, "ada");
  const { status, exception } = await one.read(rule.id, "ada");
  assert.deepEqual([status, exception?.reason], ["accepted", "It is planned"]);
});

test("an account that is given a name that its exception does not mean is open again", async () => {
  const one = await company();
  await one.except({ target: "svc-*" });
  one.clock.at += 1000;
  const renamed = someWeakness("svc-a", { name: "domain-admin" });
  const assessed: Assessed = {
    assessmentId: newId(),
    directoryId: one.berlin,
    type: "active_directory",
    siteId: null,
    at: one.clock.at,
  };
  await tell(database, one.tenantId, assessed, { found: [{ rule, weaknesses: [renamed] }] });
  const { status, history } = await one.read(rule.id, "domain-admin");
  assert.equal(status, "open");
  assert.match(history[0]?.notes ?? "", /does not cover the name/);
});

test("exceptions are listed with what they hold and how it is with them, the newest first; the audit log tells all", async () => {
  const one = await company();
  const first = await one.except({ directory: "berlin.test", rule: rule.id });
  one.clock.at += 1000;
  const second = await one.except({ target: "ada", expiresAt: one.clock.at + 500 });
  const third = await one.except({ target: "nobody" });
  await endIdentityException(one.context, { id: third.id });
  one.clock.at += 1000;
  await one.expire();
  const listed = await listIdentityExceptions(one.context);
  assert.deepEqual(
    listed.map(({ id, state, findings, directoryName }) => [id, state, findings, directoryName]),
    [
      [third.id, "ended", 0, null],
      [second.id, "expired", 0, null],
      [first.id, "holds", 3, "berlin.test"],
    ],
  );
  const { rows } = await withClient(db.admin, undefined, (client) =>
    client.query("select action, subject_id from audit_log where tenant_id = $1 order by id", [
      one.tenantId,
    ]),
  );
  const create = "identity-exception.create";
  assert.deepEqual(
    rows.map(({ action, subject_id: id }) => [action, id]),
    [
      [create, first.id],
      [create, second.id],
      [create, third.id],
      ["identity-exception.end", third.id],
    ],
  );
});

test("what cannot be excepted is refused with a sentence, and leaves nothing behind", async () => {
  const one = await company();
  const wrong: [Partial<IdentityExceptionInput>, string, RegExp][] = [
    [{}, "invalid_request", /needs a rule, a target, or both/],
    [{ rule: "old password" }, "invalid_request", /"old password" is no id/],
    [{ target: " ** " }, "invalid_request", /would be all targets/],
    [{ target: "" }, "invalid_request", /target must have 1 to 300/],
    [{ target: "a\u0000b" }, "invalid_request", /target must not have control/],
    [{ target: "x".repeat(301) }, "invalid_request", /target must have 1 to 300/],
    [{ target: "a", reason: " " }, "invalid_request", /reason must have 1 to 2000/],
    [{ target: "a", owner: "a\nb" }, "invalid_request", /owner must not have control/],
    [{ target: "a", expiresAt: one.clock.at }, "invalid_request", /must be in the future/],
    [{ target: "a", expiresAt: Number.NaN }, "invalid_request", /must be in the future/],
    [{ target: "a", directory: "rome.test" }, "not_found", /no directory of this name/],
  ];
  for (const [input, code, message] of wrong)
    await assert.rejects(one.except(input), refused(code, message), String(message));
  assert.deepEqual(await listIdentityExceptions(one.context), []);
  const reader: Context = { ...one.context, scopes: ["read"] };
  const input = {
    directory: null,
    rule: rule.id,
    target: null,
    reason: "r",
    owner: "o",
    expiresAt: null,
  };
  await assert.rejects(exceptIdentity(reader, input), refused("forbidden", /only read/));
  await assert.rejects(endIdentityException(reader, { id: newId() }), refused("forbidden", /only/));
  for (const id of ["x", newId()])
    await assert.rejects(endIdentityException(one.context, { id }), refused("not_found", /no exc/));
});

test("another tenant's exceptions touch nothing, and cannot be seen or ended", async () => {
  const [ours, theirs] = [await company(), await company()];
  const { id } = await theirs.except({ target: "ada" });
  assert.deepEqual(await ours.accepted(), []);
  assert.deepEqual(await listIdentityExceptions(ours.context), []);
  await assert.rejects(endIdentityException(ours.context, { id }), refused("not_found", /no exc/));
  const finding = await theirs.read(rule.id, "ada");
  await assert.rejects(readIdentityFinding(ours.context, finding.id), refused("not_found", /find/));
  await assert.rejects(ours.decide(finding.id, "open"), refused("not_found", /no finding/));
});
