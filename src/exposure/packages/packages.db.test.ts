import assert from "node:assert/strict";
import { test } from "node:test";
import type { PackageFacts } from "#engines/inventory-types";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp } from "#test/exposure-app";
import { seedExposure } from "#test/exposure-fixture";
import { seedAssets } from "#test/exposure-rows";
import { listPackages, listPackagesOf, savePackages } from "./index.ts";

const db = await createTestDatabase();
const { database } = db;
const app = await createExposureApp(database);
const ours = await seedExposure(db, "packages");
const theirs = await seedExposure(db, "others");
const ask = askExposure(app, ours.read);
const { tenantId } = ours;

/** An agent without packages, on the asset that only was discovered. */
const agentId = newId();
await withClient(db.admin, undefined, (client) =>
  client.query(
    `insert into agents (tenant_id, id, name, hostname, enrolled_at, asset_id) values ($1, $2, 'lost', 'lost', 1, $3)`,
    [tenantId, agentId, ours.lost],
  ),
);

const facts = (name: string, version = "1", more: Partial<PackageFacts> = {}): PackageFacts => ({
  name,
  version,
  arch: "amd64",
  source: name,
  sourceVersion: version,
  ...more,
});

type Change = Parameters<typeof savePackages>[3];

function save(change: Partial<Change>): Promise<{ changed: boolean }> {
  const whole = { whole: false, added: [], removed: [], ...change };
  return database.transaction(tenantId, (tx) => savePackages(tx, tenantId, agentId, whole));
}

async function installed(): Promise<string[]> {
  const packages = await listPackages(database.forTenant(tenantId), tenantId, [agentId]);
  return (packages.get(agentId) ?? []).map((one) => `${one.name} ${one.version} ${one.arch}`);
}

test("a whole list is all that is there afterwards; said again it changes nothing", async () => {
  const added = [facts("b"), facts("a", "2"), facts("a", "1"), facts("a", "1", { arch: "i386" })];
  assert.deepEqual(await save({ whole: true, added }), { changed: true });
  assert.deepEqual(await installed(), ["a 1 amd64", "a 2 amd64", "a 1 i386", "b 1 amd64"]);
  assert.deepEqual(await save({ whole: true, added: added.toReversed() }), { changed: false });
  assert.deepEqual(await save({ whole: true, added: [facts("b")] }), { changed: true });
  assert.deepEqual(await installed(), ["b 1 amd64"]);
  assert.deepEqual(await save({ whole: true }), { changed: true });
  assert.deepEqual(await installed(), []);
});

test("differences add and take away; what is named twice, is there already or was never there is no error", async () => {
  await save({ whole: true, added: [facts("a"), facts("b")] });
  const update = {
    added: [facts("a", "2"), facts("a", "2"), facts("b")],
    removed: [facts("a", "1"), facts("never")],
  };
  assert.deepEqual(await save(update), { changed: true });
  assert.deepEqual(await installed(), ["a 2 amd64", "b 1 amd64"]);
  assert.deepEqual(await save(update), { changed: false }, "delivered again");
  assert.deepEqual(await save({}), { changed: false });
});

test("what is taken away and added again in one message stays", async () => {
  await save({ whole: true, added: [facts("a")] });
  assert.deepEqual(await save({ added: [facts("a")], removed: [facts("a")] }), { changed: false });
  assert.deepEqual(await installed(), ["a 1 amd64"]);
});

test("another source package of the same binary package is a change", async () => {
  await save({ whole: true, added: [facts("a")] });
  const moved = { added: [facts("a", "1", { source: "other", sourceVersion: "3" })] };
  assert.deepEqual(await save(moved), { changed: true });
  const db2 = database.forTenant(tenantId);
  assert.deepEqual(
    await listPackagesOf(db2, tenantId, [agentId], ["other"]),
    new Map([[agentId, [facts("a", "1", { source: "other", sourceVersion: "3" })]]]),
  );
  assert.deepEqual(await listPackagesOf(db2, tenantId, [agentId], ["a"]), new Map());
});

test("names that no terminal and no database takes are kept as what can be shown of them, and can be taken away again", async () => {
  const hostile = facts("a\u0000b\u001b[2J\u202e\ud800", "1';--");
  await save({ whole: true, added: [hostile] });
  assert.deepEqual(await installed(), ["a b [2J \ufffd 1';-- amd64"]);
  assert.deepEqual(await save({ removed: [hostile] }), { changed: true });
  assert.deepEqual(await installed(), []);
});

test("another tenant's packages are neither listed nor changed", async () => {
  await save({ whole: true, added: [facts("a")] });
  const other = database.forTenant(theirs.tenantId);
  assert.deepEqual(await listPackages(other, theirs.tenantId, [agentId]), new Map());
  const taken = await database.transaction(theirs.tenantId, (tx) =>
    savePackages(tx, theirs.tenantId, agentId, { whole: false, added: [], removed: [facts("a")] }),
  );
  assert.deepEqual(taken, { changed: false });
  assert.deepEqual(await installed(), ["a 1 amd64"]);
});

test("an asset's packages are listed by name, and found by their exact name", async () => {
  const path = `/assets/${ours.server}/packages`;
  const ssh = (name: string): object => ({
    name,
    version: "1:9.2p1-2+deb12u3",
    arch: "amd64",
    source: "openssh",
    sourceVersion: "1:9.2p1-2+deb12u3",
  });
  const { packages } = (await ask("GET", path)).json();
  assert.deepEqual(packages, [ssh("openssh-client"), ssh("openssh-server")]);
  const found = (await ask("GET", `${path}?name=openssh-server`)).json();
  assert.deepEqual([found.total, found.packages], [1, [ssh("openssh-server")]]);
  for (const name of ["openssh", "OPENSSH-SERVER", "openssh%25", "%00", "%F0%9F%92%A9", ""]) {
    assert.equal((await ask("GET", `${path}?name=${name}`)).json().total, 0, name);
  }
  assert.equal((await ask("GET", `${path}?name=a&name=b`)).statusCode, 400);
});

test("an asset without an agent has no packages; one that does not exist answers as another tenant's does", async () => {
  const [bare] = await seedAssets(database, tenantId, [{ ip: "10.9.9.9" }]);
  const empty = (await ask("GET", `/assets/${bare}/packages`)).json();
  assert.deepEqual(empty, {
    count: 0,
    packages: [],
    limit: 0,
    offset: 0,
    hasMore: false,
    total: 0,
  });
  const replies = await Promise.all(
    [newId(), theirs.server, "nonsense"].map((id) => ask("GET", `/assets/${id}/packages`)),
  );
  for (const reply of replies) {
    const { error, code } = reply.json();
    assert.deepEqual(
      [reply.statusCode, error, code],
      [404, "There is no asset with this id.", "not_found"],
    );
  }
});

test("a list longer than a page is sent whole, as its pages are, and its tag changes with it", async () => {
  const many = Array.from({ length: 2300 }, (_, i) => facts(`p${i % 1700}`, `${i}`));
  await save({ whole: true, added: many });
  const path = `/assets/${ours.lost}/packages`;
  const reply = await ask("GET", path);
  const { packages: whole, ...envelope } = reply.json();
  assert.deepEqual(envelope, { count: 2300, limit: 2300, offset: 0, hasMore: false, total: 2300 });
  const walked: object[] = [];
  for (let more = true; more;) {
    const page = (await ask("GET", `${path}?limit=700&offset=${walked.length}`)).json();
    walked.push(...page.packages);
    more = page.hasMore;
  }
  assert.deepEqual(walked, whole);
  assert.deepEqual(Object.keys(whole[0]).toSorted(), Object.keys(facts("a")).toSorted());
  const tag = reply.headers["etag"];
  assert.equal((await ask("HEAD", path)).headers["etag"], tag);
  await save({ removed: [facts("p0", "0")] });
  assert.notEqual((await ask("HEAD", path)).headers["etag"], tag);
});
