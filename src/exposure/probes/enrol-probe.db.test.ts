import assert from "node:assert/strict";
import { test } from "node:test";
import type { Context } from "#platform/context";
import { statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { authenticateProbe } from "./authenticate-probe.ts";
import { createProbeIn } from "./create-probe-in.ts";
import { deleteProbes } from "./delete-probes.ts";
import { disableProbe } from "./disable-probe.ts";
import {
  ensureEmbeddedProbe,
  ensureEmbeddedProbes,
  issueEmbeddedTokens,
} from "./embedded-probe.ts";
import { enableProbe } from "./enable-probe.ts";
import { enrolProbe } from "./enrol-probe.ts";
import { listProbesForOperators } from "./list-probes-for-operators.ts";
import { renewEnrolmentToken } from "./renew-enrolment-token.ts";
import { setTargetLists } from "./set-target-lists.ts";

const { database } = await createTestDatabase();
let at = 1_000_000;
const now = () => at;

async function newContext(scopes: Context["scopes"] = ["read", "write"]): Promise<Context> {
  const { tenantId } = await seedTenant(database);
  const actor = { kind: "command_line", id: "root", name: "root" } as const;
  return { tenantId, actor, scopes, database, now, requestId: "r" };
}

const createProbe = (context: Context, input: { name: string; companyId?: string }) =>
  database.transaction(context.tenantId, (tx) =>
    createProbeIn(tx, context, { companyId: null, ...input }),
  );
const enrol = (token: string) =>
  enrolProbe({ database, now }, { token, version: "1", hostname: "here" });
const isRefused = (error: unknown) => error instanceof Problem && error.code === "unauthorized";
const listed = async (context: Context, id: string) =>
  (await listProbesForOperators(context)).find((one) => one.id === id);

test("a token lets one program in, once, and its credential is that probe's", async () => {
  const context = await newContext();
  const { id, token } = await createProbe(context, { name: " berlin " });
  const both = await Promise.allSettled([enrol(token), enrol(token)]);
  const [reply, ...more] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  assert.ok(reply !== undefined && more.length === 0);
  assert.partialDeepStrictEqual(reply, { kind: "probe", id, name: "berlin" });
  const caller = await authenticateProbe(database, `Bearer ${reply.credential}`);
  assert.deepEqual(caller, { tenantId: context.tenantId, id, name: "berlin" });
  await assert.rejects(enrol(token), isRefused);
  const row = await listed(context, id);
  assert.partialDeepStrictEqual(row, { status: "active", version: "1", hostname: "here" });
});

test("a token is of no use after 24 hours, nor after a newer one, nor a damaged one ever", async () => {
  const context = await newContext();
  const { id, token } = await createProbe(context, { name: "p" });
  const { token: newer } = await renewEnrolmentToken(context, { id });
  await assert.rejects(enrol(token), isRefused);
  await assert.rejects(enrol(newer.slice(0, -1)), isRefused);
  at += 24 * 3_600_000;
  await assert.rejects(enrol(newer), isRefused);
  await enrol((await renewEnrolmentToken(context, { id })).token);
});

test("a disabled probe's credential is worth nothing until it is enabled, and its token never", async () => {
  const context = await newContext();
  const { id, token } = await createProbe(context, { name: "p" });
  const { credential } = await enrol(token);
  const { token: unused } = await renewEnrolmentToken(context, { id });
  await disableProbe(context, { id });
  await disableProbe(context, { id });
  await assert.rejects(authenticateProbe(database, `Bearer ${credential}`), isRefused);
  await assert.rejects(enrol(unused), isRefused);
  assert.equal((await listed(context, id))?.status, "disabled");
  assert.deepEqual(await enableProbe(context, { id }), { mustEnrol: false });
  await enableProbe(context, { id });
  await authenticateProbe(database, `bearer ${credential}`);
  await assert.rejects(enrol(unused), isRefused);
});

test("a new token of a disabled probe lets a new program in, and never the old one", async () => {
  const context = await newContext();
  const { id, token } = await createProbe(context, { name: "p" });
  const { credential: stolen } = await enrol(token);
  await disableProbe(context, { id });
  const { token: fresh } = await renewEnrolmentToken(context, { id });
  assert.equal((await listed(context, id))?.status, "pending");
  await assert.rejects(authenticateProbe(database, `Bearer ${stolen}`), isRefused);
  const { credential } = await enrol(fresh);
  await authenticateProbe(database, `Bearer ${credential}`);
  await assert.rejects(authenticateProbe(database, `Bearer ${stolen}`), isRefused);
});

test("one that was disabled before it enrolled must enrol when it is enabled", async () => {
  const context = await newContext();
  const { id } = await createProbe(context, { name: "p" });
  await disableProbe(context, { id });
  assert.deepEqual(await enableProbe(context, { id }), { mustEnrol: true });
  assert.equal((await listed(context, id))?.status, "pending");
});

test("neither token nor credential is anywhere in the database, the audit log included", async () => {
  const context = await newContext();
  const { token } = await createProbe(context, { name: "p" });
  const { credential } = await enrol(token);
  const everything = statement<[], { text: string }>(
    "test.probes.everything",
    `select p::text as text from probes p union all select a::text from audit_log a`,
  );
  const texts = (await database.system.run(everything, [])).map((row) => row.text).join("\n");
  assert.match(texts, /probe\.create/);
  for (const secret of [token, credential]) {
    assert.ok(!texts.includes(secret) && !texts.includes(secret.slice(5)));
    assert.ok(!texts.includes(Buffer.from(secret).toString("hex")));
  }
});

test("each change of a probe is in the audit log once, with who did it", async () => {
  const context = await newContext();
  const { id } = await createProbe(context, { name: "p" });
  await renewEnrolmentToken(context, { id });
  for (let i = 0; i < 2; i++) {
    const input = { id, allow: ["10.0.0.0/8"], deny: [" 10.1.0.0/16"] };
    await database.transaction(context.tenantId, (tx) => setTargetLists(tx, context, input));
    await disableProbe(context, { id });
    await disableProbe(context, { id });
    await enableProbe(context, { id });
    await enableProbe(context, { id });
  }
  await database.transaction(context.tenantId, (tx) =>
    deleteProbes(tx, context, [{ id, name: "p" }]),
  );
  assert.equal(await listed(context, id), undefined);
  const actions = statement<[tenantId: string, id: string], { action: string; actor: string }>(
    "test.probes.audit",
    `select action, actor_name as actor from audit_log where tenant_id = $1 and subject_id = $2 order by id`,
  );
  const rows = await database.forTenant(context.tenantId).run(actions, [context.tenantId, id]);
  const verbs = ["create", "renew_token", "set_targets", "disable", "enable", "disable", "enable"];
  assert.deepEqual(
    rows.map(({ action, actor }) => `${actor} ${action}`),
    [...verbs, "delete"].map((verb) => `root probe.${verb}`),
  );
});

test("bad names, companies and target lists, read-only callers and other tenants' probes change nothing", async () => {
  const context = await newContext();
  const stranger = await newContext();
  const reader = { ...context, scopes: ["read"] } as const;
  const { id } = await createProbe(context, { name: "taken" });
  for (const name of ["", "   ", "x".repeat(201), "embedded", "taken"]) {
    await assert.rejects(createProbe(context, { name }), /name/);
  }
  const companyId = "01990000-0000-7000-8000-000000000001";
  await assert.rejects(createProbe(context, { name: "n", companyId }), /no such company/);
  const inTransaction = (who: Context, deny: string[]) =>
    database.transaction(who.tenantId, (tx) => setTargetLists(tx, who, { id, allow: [], deny }));
  await assert.rejects(inTransaction(context, ["10.0.0.0/8", "everything"]), /"everything" is no/);
  await assert.rejects(inTransaction(reader, []), /only read/);
  await assert.rejects(inTransaction(stranger, []), /no such probe/);
  for (const [who, sentence] of [
    [reader, /only read/],
    [stranger, /no such probe/],
  ] as const) {
    await assert.rejects(renewEnrolmentToken(who, { id }), sentence);
    await assert.rejects(disableProbe(who, { id }), sentence);
    await assert.rejects(enableProbe(who, { id }), sentence);
  }
  await assert.rejects(createProbe(reader, { name: "n" }), /only read/);
  await assert.rejects(
    database.transaction(context.tenantId, (tx) => deleteProbes(tx, reader, [])),
    /only read/,
  );
  await database.transaction(stranger.tenantId, (tx) =>
    deleteProbes(tx, stranger, [{ id, name: "taken" }]),
  );
  assert.equal((await listed(context, id))?.status, "pending");
  assert.equal(await listed(stranger, id), undefined);
});

test("each tenant has one embedded probe, whose enrolment is the server's alone", async () => {
  const [one, other] = [await newContext(), await newContext()];
  const ensure = (context: Context) =>
    database.transaction(context.tenantId, (tx) =>
      ensureEmbeddedProbe(tx, context.tenantId, now()),
    );
  const ids = await Promise.all([ensure(one), ensure(one), ensure(other)]);
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[0], ids[2]);
  const [id] = ids;
  await assert.rejects(disableProbe(one, { id }), /VEDETTE_EMBEDDED_PROBE=off/);
  await assert.rejects(enableProbe(one, { id }), /belongs to the server/);
  await assert.rejects(renewEnrolmentToken(one, { id }), /belongs to the server/);
  await database.transaction(one.tenantId, (tx) =>
    deleteProbes(tx, one, [{ id, name: "embedded" }]),
  );
  const issued = await issueEmbeddedTokens(database.system, null, now());
  assert.deepEqual(new Set(issued.map((token) => token.id)), new Set(ids));
  const [again] = await issueEmbeddedTokens(database.system, one.tenantId, now());
  assert.ok(again !== undefined && again.id === id);
  assert.equal((await enrol(again.token)).id, id);
  const replaced = issued.find((token) => token.id === id)?.token ?? "";
  await assert.rejects(enrol(replaced), isRefused);
});

test("tenants of a version without probes get theirs, once", async () => {
  const context = await newContext();
  for (let i = 0; i < 2; i++) await ensureEmbeddedProbes(database, now);
  const probes = await listProbesForOperators(context);
  assert.deepEqual(
    probes.map(({ name, embedded, status }) => ({ name, embedded, status })),
    [{ name: "embedded", embedded: true, status: "pending" }],
  );
});
