import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { statement } from "#platform/db";
import { agentHost } from "#test/agent-host";
import { createTestDatabase } from "#test/database";
import { seedAssets, seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import { findAgentsToMatch, saveInventory, saveMatched } from "./agent-inventory.queries.ts";
import { findAgentRows, lockAgent } from "./agent.queries.ts";
import type { StoredInventory } from "./agent.ts";
import { createAgentToken } from "./create-agent-token.ts";
import { enrolAgent } from "./enrol-agent.ts";
import { updateLastSeen } from "./last-seen.queries.ts";
import { listAgentsForOperators } from "./list-agents-for-operators.ts";
import { readAgent } from "./read-agent.ts";
import { revokeAgentIn } from "./revoke-agent-in.ts";

const { database } = await createTestDatabase();
let at = 1_700_000_000_000;
const now = () => at;
const inventory: StoredInventory = {
  host: agentHost(),
  listeners: [{ protocol: "tcp", address: "0.0.0.0", port: 22, process: null }],
  blindSpots: [{ what: "processes", why: "Run it as root to see the programs of others." }],
};
const revision = "ab".repeat(32);

async function newContext(): Promise<Context> {
  const { tenantId } = await seedTenant(database);
  const actor = { kind: "command_line", id: "root", name: "root" } as const;
  return { tenantId, actor, scopes: ["read", "write"], database, now, requestId: "r" };
}

async function newAgent(context: Context, hostname = "web1", siteId: string | null = null) {
  const input = { note: "", siteId, tags: ["web"], uses: 1, validForMs: 60_000 };
  const { token } = await createAgentToken(context, input);
  return (await enrolAgent({ database, now }, { token, version: "1", hostname })).id;
}

async function save(context: Context, agentId: string, packagesChanged = true) {
  const { tenantId } = context;
  const [assetId] = await seedAssets(database, tenantId, [{ ip: null }]);
  assert.ok(assetId !== undefined);
  const saved = { agentId, revision, at: at - 5, inventory, assetId, packagesChanged };
  await database.transaction(tenantId, (tx) => saveInventory(tx, tenantId, saved));
  return assetId;
}

const coverage = { judged: 1, notJudged: [{ reason: "not from Debian", packages: 2 }] };
const matched = ({ tenantId }: Context, agentId: string, feeds: number) =>
  database.transaction(tenantId, (tx) =>
    saveMatched(tx, tenantId, [{ agentId, revision: feeds, coverage }]),
  );

const insertPackages = statement<[tenantId: string, agentId: string], never>(
  "test.agents.packages",
  `insert into installed_packages (tenant_id, agent_id, name, arch, version, source, source_version)
   select $1, $2, 'p' || i, 'amd64', '1', 'p', '1' from generate_series(1, 3) i`,
);

test("an agent's inventory is kept as it came, with its asset; one of another tenant is not there", async () => {
  const context = await newContext();
  const { tenantId } = context;
  const id = await newAgent(context);
  const assetId = await save(context, id);
  const row = await database.transaction(tenantId, (tx) => lockAgent(tx, tenantId, id));
  assert.partialDeepStrictEqual(row, { id, inventoryRevision: revision, inventory, assetId });
  const db = database.forTenant(tenantId);
  assert.deepEqual(await findAgentRows(db, tenantId, [id, newId()]), [row]);
  const stranger = await newContext();
  const theirs = database.forTenant(stranger.tenantId);
  assert.deepEqual(await findAgentRows(theirs, stranger.tenantId, [id]), []);
  assert.equal(await lockAgent(theirs, stranger.tenantId, id), null);
  assert.deepEqual(await findAgentRows(theirs, tenantId, [id]), [], "row-level security");
});

test("packages are matched when they changed and when the feeds did, and not of agents that are gone", async () => {
  const context = await newContext();
  const [first, second, gone, fresh] = [
    await newAgent(context, "a"),
    await newAgent(context, "b"),
    await newAgent(context, "c"),
    await newAgent(context, "d"),
  ];
  for (const id of [first, second, gone]) await save(context, id);
  const { tenantId } = context;
  await database.transaction(tenantId, (tx) => revokeAgentIn(tx, context, gone));
  const toMatch = async (feeds: number, limit = 100) =>
    (await findAgentsToMatch(database.system, feeds, limit)).get(tenantId) ?? [];
  assert.deepEqual(await toMatch(0), [first, second].toSorted());
  await matched(context, first, 7);
  assert.deepEqual(await toMatch(7), [second]);
  await matched(context, second, 7);
  assert.deepEqual(await toMatch(7), []);
  await save(context, first, false);
  assert.deepEqual(await toMatch(7), [], "nothing that the matching goes by has changed");
  await save(context, first, true);
  assert.deepEqual(await toMatch(7), [first]);
  assert.deepEqual(await toMatch(8), [first, second], "who waits longest comes first");
  assert.ok(!(await toMatch(8)).includes(fresh), "there is nothing to match");
});

test("the work of all tenants is found together, up to the limit", async () => {
  const contexts = [await newContext(), await newContext()];
  for (const context of contexts) await save(context, await newAgent(context));
  const all = await findAgentsToMatch(database.system, 0, 1000);
  for (const { tenantId } of contexts) assert.equal(all.get(tenantId)?.length, 1);
  const few = await findAgentsToMatch(database.system, 0, 1);
  assert.equal([...few.values()].flat().length, 1);
});

test("those who operate agents see what each is, what it sees and what not, and whether it is heard of", async () => {
  const context = await newContext();
  const { tenantId } = context;
  const siteId = await seedSite(database, tenantId, "Berlin");
  const id = await newAgent(context, "web1", siteId);
  const bare = await newAgent(context, "db1");
  const enrolledAt = at;
  await database.forTenant(tenantId).run(insertPackages, [tenantId, id]);
  const assetId = await save(context, id);
  await matched(context, id, 1);
  const health = { privileged: false, oscap: "1.3.7", spooled: 2, audits: 1, bootedAt: 5 };
  const said = JSON.stringify({ version: "2", hostname: "web1", health });
  const seenAt = (at += 1000);
  await updateLastSeen(database.system, [{ tenantId, id, seenAt, health: said }]);
  await updateLastSeen(database.system, [{ tenantId, id, seenAt: seenAt - 1, health: null }]);
  at += 180_000;
  const [other, one] = await listAgentsForOperators(context);
  const expected = {
    id,
    name: "web1",
    status: "active",
    online: true,
    version: "2",
    hostname: "web1",
    os: "Debian GNU/Linux 12 (bookworm)",
    siteId,
    site: "Berlin",
    tags: ["web"],
    enrolledAt,
    lastSeenAt: seenAt,
    inventoryAt: enrolledAt - 5,
    packages: 3,
    coverage,
    oscap: "1.3.7",
    privileged: false,
    audits: 1,
    spooled: 2,
    blindSpots: inventory.blindSpots,
    assetId,
  };
  assert.deepEqual(one, expected);
  assert.deepEqual(other, {
    ...expected,
    id: bare,
    name: "db1",
    online: false,
    version: "1",
    hostname: "db1",
    os: null,
    siteId: null,
    site: null,
    lastSeenAt: enrolledAt,
    inventoryAt: null,
    packages: 0,
    coverage: null,
    oscap: null,
    privileged: null,
    audits: 0,
    spooled: 0,
    blindSpots: [],
    assetId: null,
  });
  const { host, listeners } = inventory;
  for (const nameOrId of ["web1", id]) {
    assert.deepEqual(await readAgent(context, nameOrId), { ...expected, host, listeners });
  }
  assert.partialDeepStrictEqual(await readAgent(context, bare), { host: null, listeners: [] });
  at += 1;
  assert.equal((await readAgent(context, "web1")).online, false, "180 s and no longer");
  await assert.rejects(readAgent(context, "web"), /no agent named "web": there are db1, web1/);
  await assert.rejects(readAgent(await newContext(), id), /there is none; vedette agent token/);
});

test("a revoked agent is not online, whenever it was heard of", async () => {
  const context = await newContext();
  const id = await newAgent(context);
  assert.equal((await readAgent(context, id)).online, true);
  await database.transaction(context.tenantId, (tx) => revokeAgentIn(tx, context, id));
  assert.partialDeepStrictEqual(await readAgent(context, id), { online: false, status: "revoked" });
});

test("one agent that a long transaction holds does not make the others look silent", async () => {
  const context = await newContext();
  const { tenantId } = context;
  const [held, free] = [await newAgent(context, "a"), await newAgent(context, "b")];
  const seenAt = (at += 1000);
  await database.transaction(tenantId, async (tx) => {
    await lockAgent(tx, tenantId, held);
    const sightings = [held, free].map((id) => ({ tenantId, id, seenAt, health: null }));
    assert.deepEqual(await updateLastSeen(database.system, sightings), [
      { tenantId, agentId: free, version: "1", seenAt },
    ]);
  });
});

test("an agent that says that more waits on its disk than fits there is listed, and so are the others", async () => {
  const context = await newContext();
  const { tenantId } = context;
  const id = await newAgent(context);
  const spooled = Number.MAX_SAFE_INTEGER;
  const health = JSON.stringify({ health: { spooled, audits: 0 } });
  await updateLastSeen(database.system, [{ tenantId, id, seenAt: at, health }]);
  const [listed] = await listAgentsForOperators(context);
  assert.equal(listed?.spooled, spooled);
});
