import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "#platform/context";
import { statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { authenticateCollector } from "./authenticate-collector.ts";
import { createCollectorIn } from "./create-collector-in.ts";
import { ensureEmbeddedCollector, issueEmbeddedTokens } from "./embedded-collector.ts";
import { enrolCollector } from "./enrol-collector.ts";
import { listCollectors } from "./list-collectors.ts";
import { renewEnrolmentToken } from "./renew-enrolment-token.ts";
import { revokeCollector } from "./revoke-collector.ts";
import { setTargetLists } from "./set-target-lists.ts";

const { database } = await createTestDatabase();
let at = 1_000_000;
const now = () => at;

async function newContext(scopes: Context["scopes"] = ["read", "write"]): Promise<Context> {
  const { tenantId } = await seedTenant(database);
  const actor = { kind: "command_line", id: "root", name: "root" } as const;
  return { tenantId, actor, scopes, database, now, requestId: "r" };
}

const createCollector = (context: Context, input: { name: string }) =>
  database.transaction(context.tenantId, (tx) => createCollectorIn(tx, context, input));
const enrol = (token: string) =>
  enrolCollector({ database, now }, { token, version: "1", hostname: "here" });
const isRefused = (error: unknown) => error instanceof Problem && error.code === "unauthorized";

test("a token lets one program in, once, and its credential is that collector's", async () => {
  const context = await newContext();
  const { id, token } = await createCollector(context, { name: " berlin " });
  const both = await Promise.allSettled([enrol(token), enrol(token)]);
  const [reply, ...more] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  assert.ok(reply !== undefined && more.length === 0);
  assert.equal(reply.id, id);
  assert.equal(reply.name, "berlin");
  const caller = await authenticateCollector(database, `Bearer ${reply.credential}`);
  assert.deepEqual(caller, { tenantId: context.tenantId, id, name: "berlin" });
  await assert.rejects(enrol(token), isRefused);
  const listed = (await listCollectors(context)).find((one) => one.id === id);
  assert.partialDeepStrictEqual(listed, { status: "active", version: "1", hostname: "here" });
});

test("a token is of no use after 24 hours, nor after a newer one, nor a damaged one ever", async () => {
  const context = await newContext();
  const { id, token } = await createCollector(context, { name: "c" });
  const { token: newer } = await renewEnrolmentToken(context, { id });
  await assert.rejects(enrol(token), isRefused);
  await assert.rejects(enrol(newer.slice(0, -1)), isRefused);
  at += 24 * 3_600_000;
  await assert.rejects(enrol(newer), isRefused);
  await enrol((await renewEnrolmentToken(context, { id })).token);
});

test("enrolling anew ends the credential from before; revoking ends both; a new token lets it back in", async () => {
  const context = await newContext();
  const { id, token } = await createCollector(context, { name: "c" });
  const first = await enrol(token);
  const { token: second } = await renewEnrolmentToken(context, { id });
  await authenticateCollector(database, `Bearer ${first.credential}`);
  const next = await enrol(second);
  await assert.rejects(authenticateCollector(database, `Bearer ${first.credential}`), isRefused);
  const { token: unused } = await renewEnrolmentToken(context, { id });
  await revokeCollector(context, { id });
  await revokeCollector(context, { id });
  await assert.rejects(authenticateCollector(database, `Bearer ${next.credential}`), isRefused);
  await assert.rejects(enrol(unused), isRefused);
  const back = await enrol((await renewEnrolmentToken(context, { id })).token);
  await authenticateCollector(database, `bearer ${back.credential}`);
});

test("neither token nor credential is anywhere in the database, the audit log included", async () => {
  const context = await newContext();
  const { token } = await createCollector(context, { name: "c" });
  const { credential } = await enrol(token);
  const everything = statement<[], { text: string }>(
    "test.collectors.everything",
    `select c::text as text from collectors c union all select a::text from audit_log a`,
  );
  const texts = (await database.system.run(everything, [])).map((row) => row.text).join("\n");
  assert.match(texts, /collector\.create/);
  for (const secret of [token, credential]) {
    assert.ok(!texts.includes(secret) && !texts.includes(secret.slice(4)));
    assert.ok(!texts.includes(Buffer.from(secret).toString("hex")));
  }
});

test("each change of a collector is in the audit log once, with who did it", async () => {
  const context = await newContext();
  const { id } = await createCollector(context, { name: "c" });
  await renewEnrolmentToken(context, { id });
  for (let i = 0; i < 2; i++) {
    const input = { id, allow: ["10.0.0.0/8"], deny: [" 10.1.0.0/16"] };
    await database.transaction(context.tenantId, (tx) => setTargetLists(tx, context, input));
  }
  await revokeCollector(context, { id });
  await revokeCollector(context, { id });
  const actions = statement<[tenantId: string, id: string], { action: string; actor: string }>(
    "test.collectors.audit",
    `select action, actor_name as actor from audit_log where tenant_id = $1 and subject_id = $2 order by id`,
  );
  const rows = await database.forTenant(context.tenantId).run(actions, [context.tenantId, id]);
  assert.deepEqual(
    rows.map(({ action, actor }) => `${actor} ${action}`),
    ["create", "renew_token", "set_targets", "revoke"].map((verb) => `root collector.${verb}`),
  );
});

test("bad names, bad target lists, read-only callers and other tenants' collectors change nothing", async () => {
  const context = await newContext();
  const { id } = await createCollector(context, { name: "taken" });
  for (const name of ["", "   ", "x".repeat(201), "embedded", "taken"]) {
    await assert.rejects(createCollector(context, { name }), /name/);
  }
  const reader = { ...context, scopes: ["read"] } as const;
  const stranger = await newContext();
  const inTransaction = (who: Context, deny: string[]) =>
    database.transaction(who.tenantId, (tx) => setTargetLists(tx, who, { id, allow: [], deny }));
  await assert.rejects(inTransaction(context, ["10.0.0.0/8", "everything"]), /"everything" is no/);
  await assert.rejects(inTransaction(reader, []), /only read/);
  await assert.rejects(inTransaction(stranger, []), /no such collector/);
  for (const [who, sentence] of [
    [reader, /only read/],
    [stranger, /no such collector/],
  ] as const) {
    await assert.rejects(renewEnrolmentToken(who, { id }), sentence);
    await assert.rejects(revokeCollector(who, { id }), sentence);
  }
  await assert.rejects(createCollector(reader, { name: "n" }), /only read/);
  assert.equal(
    (await listCollectors(stranger)).some((one) => one.id === id),
    false,
  );
});

test("each tenant has one embedded collector, whose enrolment is the server's alone", async () => {
  const [one, other] = [await newContext(), await newContext()];
  const ensure = (context: Context) =>
    database.transaction(context.tenantId, (tx) =>
      ensureEmbeddedCollector(tx, context.tenantId, now()),
    );
  const ids = await Promise.all([ensure(one), ensure(one), ensure(other)]);
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[0], ids[2]);
  const [id] = ids;
  await assert.rejects(revokeCollector(one, { id }), /VEDETTE_EMBEDDED_COLLECTOR=off/);
  await assert.rejects(renewEnrolmentToken(one, { id }), /belongs to the server/);
  const issued = await issueEmbeddedTokens(database.system, null, now());
  assert.deepEqual(new Set(issued.map((token) => token.id)), new Set(ids));
  const [again] = await issueEmbeddedTokens(database.system, one.tenantId, now());
  assert.ok(again !== undefined && again.id === id);
  assert.equal((await enrol(again.token)).id, id);
  await assert.rejects(enrol(issued.find((token) => token.id === id)?.token ?? ""), isRefused);
});
