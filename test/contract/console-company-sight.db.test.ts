import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { readApiDocument } from "#test/api-document";
import { createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { type WholeTenant, mergeTenants, seedWholeTenant } from "#test/whole-tenant";

const now = 1_790_000_100_000;
const db = await createTestDatabase();
const app = await createConsoleApp(db.database, { now: () => now });
const { operations } = await readApiDocument("console");
/** All that can be read of a tenant. */
const reads = operations.filter(
  // The stream has no end to wait for, and tells this viewer no ids.
  ({ method, path }) =>
    method === "GET" && path.startsWith("/tenants/{tenantId}/") && !path.endsWith("/live"),
);

const ours = await seedWholeTenant(db, "ours", "10.1");
const { tenantId } = ours;
const viewer = await seedMember(db.database, tenantId, "viewer", ours.companyIds);

interface Read {
  address: string;
  status: number;
  body: string;
}

async function ask(address: string): Promise<Read> {
  const reply = await app.inject({
    method: "GET",
    url: `/api/tenants/${tenantId}${address}`,
    headers: viewer.headers,
  });
  assert.ok(reply.statusCode < 500, `${address}: ${reply.body}`);
  return { address, status: reply.statusCode, body: reply.body };
}

/** Asks an operation in each way: by every id, with every parameter. */
async function askAll(ids: readonly string[], words: readonly string[]): Promise<Read[]> {
  const replies: Read[] = [];
  for (const { path, parameters } of reads) {
    const below = path.replace("/tenants/{tenantId}", "");
    const places = below.includes("{")
      ? ids.map((id) => below.replaceAll(/\{\w+\}/g, id))
      : [below];
    const names = parameters.filter((each) => each.in === "query").map(({ name }) => name);
    const filters = names
      .filter((name) => !["limit", "offset", "sort"].includes(name))
      .flatMap((name) => words.map((word) => `${name}=${encodeURIComponent(word)}`));
    const usual = ours.queries[path] ?? "";
    for (const place of places) {
      const first = await ask(`${place}?${usual}`);
      replies.push(first);
      // Filters of what is not there at all tell nothing.
      if (first.status === 404) continue;
      for (const filter of filters) replies.push(await ask(`${place}?${usual}&${filter}`));
    }
  }
  return replies;
}

const before = await askAll(ours.ids, ["ours", ...ours.companyIds]);

test("a viewer of some companies is shown what is theirs, and refused what is the tenant's", () => {
  const answered = new Set(
    before.filter(({ status }) => status === 200).map(({ address }) => shapeOf(address)),
  );
  const may = reads.filter(
    ({ needs, refusesLimitedViewers }) => needs === "view" && !refusesLimitedViewers,
  );
  assert.deepEqual(
    [...answered].toSorted(),
    may.map(({ path }) => shapeOf(path.replace("/tenants/{tenantId}", ""))).toSorted(),
  );
});

test("what other companies have changes nothing of what a viewer of some companies is shown", async () => {
  const theirs = await seedWholeTenant(db, "theirs", "10.2");
  await mergeTenants(db, theirs.tenantId, tenantId);
  const after = await askAll(ours.ids, ["ours", ...ours.companyIds]);
  const changed = after
    .filter((reply, i) => withoutRequest(reply.body) !== withoutRequest(before[i]?.body ?? ""))
    .map(({ address }) => shapeOf(address));
  assert.deepEqual([...new Set(changed)], []);
  assert.deepEqual(await leaksOf(theirs), []);

  // What is theirs to see, but tied to something of others, is shown without that.
  await tie(theirs);
  assert.deepEqual(await leaksOf(theirs), []);
});

async function leaksOf(theirs: WholeTenant): Promise<string[]> {
  const words = ["theirs", theirs.auditRun, ...theirs.companyIds];
  const replies = await askAll([...ours.ids, ...theirs.ids], words);
  const leaks = replies
    .filter(({ status, body }) => status === 200 && tellsOf(body, theirs.ids))
    .map(({ address, body }) => `${shapeOf(address)}: ${findLeak(body, theirs.ids)}`);
  return [...new Set(leaks)];
}

/**
 * Ties what is ours to what belongs to others: below a sensor of theirs, in maintenance together with them. Of a thing of ours
 * the names of its site and of the probe or collector that looks after it are shown, whosever those are: that is so by intent.
 */
async function tie(theirs: WholeTenant): Promise<void> {
  await withClient(db.admin, undefined, async (client) => {
    await client.query("set session_replication_role = replica");
    const firstOf = async (table: string): Promise<string> => {
      const { rows } = await client.query<{ id: string }>(
        `select id from ${table} where tenant_id = $1 and company_id = any ($2::uuid[]) order by id`,
        [tenantId, theirs.companyIds],
      );
      return rows[0]?.id ?? assert.fail(table);
    };
    const sensor = await firstOf("sensors");
    const run = (text: string, values: unknown[]) =>
      client.query(text, [tenantId, ours.companyIds, ...values]);
    const isOurs = "tenant_id = $1 and company_id = any ($2::uuid[])";
    await run(`update sensors set parent_id = $3 where ${isOurs}`, [sensor]);
    await run(
      `update maintenance_windows set sensor_ids = sensor_ids || $3::uuid, company_ids = company_ids || $4::uuid[]
       where tenant_id = $1 and name like 'ours %' and cardinality($2::uuid[]) > 0`,
      [sensor, theirs.companyIds],
    );
    await run(
      `insert into incident_events (tenant_id, incident_id, id, at, kind, text)
       select $1, id, gen_random_uuid(), 1790000000000, 'opened', 'timeout (until now: theirs gateway (a) is down)'
       from incidents where tenant_id = $1 and subject_id in (select id from sensors where ${isOurs})`,
      [],
    );
    await run(
      `update sensor_states set held_because = 'theirs gateway is down' where tenant_id = $1
       and sensor_id in (select id from sensors where ${isOurs})`,
      [],
    );
  });
}

function findLeak(body: string, ids: readonly string[]): string {
  const word = ["theirs", "10.2.", ...ids].find((each) => body.includes(each)) ?? "";
  const place = body.indexOf(word);
  return body.slice(Math.max(0, place - 100), place + 60);
}

function tellsOf(body: string, ids: readonly string[]): boolean {
  return body.includes("theirs") || body.includes("10.2.") || ids.some((id) => body.includes(id));
}

function shapeOf(address: string): string {
  return (address.split("?")[0] ?? "").replaceAll(/\{\w+\}|[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID");
}

function withoutRequest(body: string): string {
  return body.replaceAll(/"requestId":"[^"]*"/g, "");
}
