import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { newSecret } from "#platform/remote-parts";
import { createTestDatabase } from "#test/database";
import { seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import type { AgentTokenInput } from "./agent-token.ts";
import { findAgentRows } from "./agent.queries.ts";
import { authenticateAgent } from "./authenticate-agent.ts";
import { createAgentToken } from "./create-agent-token.ts";
import { enrolAgent } from "./enrol-agent.ts";
import { listAgentTokens } from "./list-agent-tokens.ts";
import { revokeAgentIn } from "./revoke-agent-in.ts";
import { revokeAgentToken } from "./revoke-agent-token.ts";
import { setAgentPlaceIn } from "./set-agent-place-in.ts";

const { database } = await createTestDatabase();
let at = 1_000_000;
const now = () => at;

async function newContext(scopes: Context["scopes"] = ["read", "write"]): Promise<Context> {
  const { tenantId } = await seedTenant(database);
  const actor = { kind: "command_line", id: "root", name: "root" } as const;
  return { tenantId, actor, scopes, database, now, requestId: "r" };
}

const usual: AgentTokenInput = { note: "", siteId: null, tags: [], uses: 1, validForMs: 3_600_000 };
const newToken = (context: Context, change: Partial<AgentTokenInput> = {}) =>
  createAgentToken(context, { ...usual, ...change });
const enrol = (token: string, hostname = "web1") =>
  enrolAgent({ database, now }, { token, version: "1", hostname });
const isRefused = (error: unknown) => error instanceof Problem && error.code === "unauthorized";
const revoke = (context: Context, id: string) =>
  database.transaction(context.tenantId, (tx) => revokeAgentIn(tx, context, id));
async function rowOf({ tenantId }: Context, id: string) {
  const [row] = await findAgentRows(database.forTenant(tenantId), tenantId, [id]);
  return row;
}

test("a token makes each host an agent of its own, at the token's site, with its tags, named after it", async () => {
  const context = await newContext();
  const { tenantId } = context;
  const siteId = await seedSite(database, tenantId, "Berlin");
  const { token } = await newToken(context, { siteId, tags: ["web", "prod"], uses: 3 });
  const first = await enrol(token);
  const second = await enrol(token);
  const other = await enrol(token, "db1");
  assert.deepEqual(
    [first, second, other].map(({ kind, name }) => `${kind} ${name}`),
    ["agent web1", "agent web1-2", "agent db1"],
  );
  await assert.rejects(enrol(token), isRefused);
  const caller = await authenticateAgent(database, `Bearer ${second.credential}`);
  assert.deepEqual(caller, { tenantId, id: second.id, name: "web1-2", inventoryRevision: null });
  assert.deepEqual(await rowOf(context, second.id), {
    id: second.id,
    name: "web1-2",
    status: "active",
    hostname: "web1",
    version: "1",
    siteId,
    tags: ["web", "prod"],
    enrolledAt: at,
    lastSeenAt: at,
    inventoryRevision: null,
    inventory: null,
    assetId: null,
  });
});

test("of 50 hosts that come at once with a token for 10, exactly 10 get in, each under its own name", async () => {
  const context = await newContext();
  const { token } = await newToken(context, { uses: 10 });
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => enrol(token)));
  const names = all.flatMap((one) => (one.status === "fulfilled" ? [one.value.name] : []));
  assert.equal(names.length, 10);
  assert.deepEqual(
    new Set(names),
    new Set(["web1", ...Array.from({ length: 9 }, (_, i) => `web1-${i + 2}`)]),
  );
  for (const one of all) if (one.status === "rejected") assert.ok(isRefused(one.reason));
});

test("hosts of one name that come at once with tokens of their own all get in", async () => {
  const context = await newContext();
  const tokens = await Promise.all(Array.from({ length: 12 }, () => newToken(context)));
  const enrolled = await Promise.all(tokens.map(({ token }) => enrol(token, "localhost")));
  assert.equal(new Set(enrolled.map(({ name }) => name)).size, 12);
});

test("a token is of no use when its time is over, when it is revoked, or when it is another's", async () => {
  const context = await newContext();
  const { token, expiresAt } = await newToken(context);
  assert.equal(expiresAt, at + 3_600_000);
  at = expiresAt;
  await assert.rejects(enrol(token), /expired/);
  const fresh = await newToken(context);
  await revokeAgentToken(context, { id: fresh.id });
  await assert.rejects(enrol(fresh.token), isRefused);
  for (const id of [fresh.id, "no id"]) {
    await assert.rejects(revokeAgentToken(context, { id }), /no such enrolment token/);
  }
  await assert.rejects(enrol(newSecret("agent", "enrolmentToken")), isRefused);
  await assert.rejects(
    enrol(newSecret("probe", "enrolmentToken")),
    /token of a probe, not of an agent/,
  );
  await assert.rejects(enrol(`${token}'; drop table agents`), isRefused);
});

test("hosts' names are a stranger's: cut, cleared of what must not stand on a terminal, never empty", async () => {
  const context = await newContext();
  const { token } = await newToken(context, { uses: 10 });
  const named = async (hostname: string) => (await enrol(token, hostname)).name;
  assert.equal(await named("\u001b[31mroot\u0000\n"), " [31mroot".trim());
  assert.equal(await named(""), "unnamed");
  assert.equal(await named("\u202e\u0007"), "unnamed-2");
  assert.equal(await named("'; drop table agents; --"), "'; drop table agents; --");
  assert.equal(await named("\ud800"), "\ufffd");
  assert.equal(await named("é".repeat(255)), "é".repeat(255));
  assert.equal(await named("é".repeat(255)), `${"é".repeat(255)}-2`);
});

test("a revoked agent's credential is worth nothing for good; its name and its asset stay", async () => {
  const context = await newContext();
  const { token } = await newToken(context, { uses: 2 });
  const { id, credential } = await enrol(token);
  await authenticateAgent(database, `bearer ${credential}`);
  assert.deepEqual(await revoke(context, id), { assetId: null, name: "web1" });
  assert.deepEqual(await revoke(context, id), { assetId: null, name: "web1" });
  await assert.rejects(authenticateAgent(database, `Bearer ${credential}`), isRefused);
  assert.equal((await rowOf(context, id))?.status, "revoked");
  assert.equal((await enrol(token)).name, "web1-2");
});

test("neither token nor credential is anywhere in the database, the audit log included", async () => {
  const context = await newContext();
  const { token } = await newToken(context, { uses: 2 });
  const { credential } = await enrol(token);
  const everything = statement<[], { text: string }>(
    "test.agents.everything",
    `select a::text as text from agents a union all select t::text from agent_tokens t
     union all select l::text from audit_log l`,
  );
  const texts = (await database.system.run(everything, [])).map((row) => row.text).join("\n");
  assert.match(texts, /agent\.enrol/);
  for (const secret of [token, credential]) {
    assert.ok(!texts.includes(secret) && !texts.includes(secret.slice(5)));
    assert.ok(!texts.includes(Buffer.from(secret).toString("hex")));
  }
});

test("what happened to tokens and agents is in the audit log once, with who did it", async () => {
  const context = await newContext();
  const { tenantId } = context;
  const siteId = await seedSite(database, tenantId, "Berlin");
  const made = await newToken(context, { note: "Berlin", uses: 2 });
  const { id } = await enrol(made.token);
  for (let i = 0; i < 2; i++) {
    const place = { id, siteId, tags: ["web"] };
    await database.transaction(tenantId, (tx) => setAgentPlaceIn(tx, context, place));
  }
  for (let i = 0; i < 2; i++) await revoke(context, id);
  await revokeAgentToken(context, { id: made.id });
  const entries = statement<[tenantId: string], { entry: string }>(
    "test.agents.audit",
    `select actor_name || ' ' || action || ' ' || subject_id as entry from audit_log
     where tenant_id = $1 order by at, id`,
  );
  const rows = await database.forTenant(tenantId).run(entries, [tenantId]);
  assert.deepEqual(
    rows.map(({ entry }) => entry),
    [
      `root agent_token.create ${made.id}`,
      `agent token Berlin agent.enrol ${id}`,
      `root agent.set_place ${id}`,
      `root agent.revoke ${id}`,
      `root agent_token.revoke ${made.id}`,
    ],
  );
});

test("where a host belongs is set part by part; a revoked one belongs nowhere else any more", async () => {
  const context = await newContext();
  const { tenantId } = context;
  const siteId = await seedSite(database, tenantId, "Berlin");
  const { token } = await newToken(context, { tags: ["a"] });
  const { id } = await enrol(token);
  const set = (place: { siteId?: string | null; tags?: string[] }) =>
    database.transaction(tenantId, (tx) => setAgentPlaceIn(tx, context, { id, ...place }));
  assert.deepEqual(await set({ siteId }), { assetId: null, siteId, tags: ["a"] });
  assert.deepEqual(await set({ tags: ["b", "b"] }), { assetId: null, siteId, tags: ["b"] });
  assert.deepEqual(await set({ siteId: null, tags: [] }), {
    assetId: null,
    siteId: null,
    tags: [],
  });
  assert.partialDeepStrictEqual(await rowOf(context, id), { siteId: null, tags: [] });
  await assert.rejects(set({ tags: ["no tag"] }), /"no tag" is no tag/);
  await assert.rejects(set({ siteId: newId() }), /no such site/);
  await revoke(context, id);
  await assert.rejects(set({ tags: ["c"] }), /web1 is revoked/);
});

test("tokens that still work are listed without their secrets, and only to their tenant", async () => {
  const context = await newContext();
  const siteId = await seedSite(database, context.tenantId, "Berlin");
  const { id } = await newToken(context, { note: "n", siteId, tags: ["t"], uses: 2 });
  const used = await newToken(context);
  await enrol(used.token);
  const short = await newToken(context, { validForMs: 60_000 });
  assert.deepEqual(
    (await listAgentTokens(context)).map((one) => one.id),
    [id, short.id],
  );
  at += 60_000;
  assert.deepEqual(await listAgentTokens(context), [
    {
      id,
      note: "n",
      siteId,
      site: "Berlin",
      tags: ["t"],
      usesLeft: 2,
      expiresAt: at - 60_000 + 3_600_000,
      createdAt: at - 60_000,
      createdBy: "root",
    },
  ]);
  assert.deepEqual(await listAgentTokens(await newContext()), []);
});

test("read-only callers, other tenants' agents, tokens and sites change nothing", async () => {
  const context = await newContext();
  const stranger = await newContext();
  const reader = { ...context, scopes: ["read"] } as const;
  const made = await newToken(context, { uses: 2 });
  const { id, credential } = await enrol(made.token);
  const foreignSite = await seedSite(database, stranger.tenantId, "Paris");
  await assert.rejects(newToken(context, { siteId: foreignSite }), /no such site/);
  await assert.rejects(newToken(reader), /only read/);
  const place = (who: Context, siteId: string | null) =>
    database.transaction(who.tenantId, (tx) => setAgentPlaceIn(tx, who, { id, siteId }));
  await assert.rejects(place(context, foreignSite), /no such site/);
  for (const [who, sentence] of [
    [reader, /only read/],
    [stranger, /no such/],
  ] as const) {
    await assert.rejects(place(who, null), sentence);
    await assert.rejects(revoke(who, id), sentence);
    await assert.rejects(revokeAgentToken(who, { id: made.id }), sentence);
  }
  await authenticateAgent(database, `Bearer ${credential}`);
  await enrol(made.token);
});
