import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createLiveHub } from "#platform/live";
import { createLog } from "#platform/log";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { FeedServer } from "#test/feed-server";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { createFeedSync } from "./feed-sync.ts";

const { database, connection } = await createTestDatabase();
const server = new FeedServer();
await server.listen();
const dataDir = await mkdtemp(join(tmpdir(), "vedette-feeds-"));
const kev = await readFile(new URL("../../../test/fixtures/feeds/kev.json", import.meta.url));
server.files.set("/kev.json", kev);
const feedSync = createFeedSync({
  connection,
  now: Date.now,
  dataDir,
  log: createLog("silent", "test"),
  pause: () => Promise.resolve(),
  sources: {
    nvd: `${server.url}/nvd-{part}.json.gz`,
    kev: `${server.url}/kev.json`,
    epss: `${server.url}/epss.csv`,
    debian: [`${server.url}/debian.json`],
    osv: `${server.url}/{ecosystem}.zip`,
    osvEcosystems: ["Debian"],
  },
});
after(async () => {
  await feedSync.stop();
  await server.close();
  await rm(dataDir, { recursive: true });
});
const app = await createConsoleApp(database, { deps: { feedSync } });
const { tenantId } = await seedTenant(database);
const ask = askConsole(app, tenantId, await seedMember(database, tenantId, "administrator"));

test("feeds that never came are shown as such, to viewers of some companies as well", async () => {
  const viewer = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer", []));
  const { items, sync } = (await viewer("GET", "/feeds")).json();
  assert.equal(sync, null);
  assert.deepEqual(
    items.map((feed: Record<string, unknown>) => [
      feed["name"],
      feed["importedAt"],
      feed["isStale"],
    ]),
    ["nvd", "kev", "epss", "debian", "osv"].map((name) => [name, null, false]),
  );
});

test("a sync is followed to its end: what came is there, what failed says why, and all tenants hear of it", async () => {
  const other = await seedTenant(database);
  const hub = await createLiveHub(database);
  let heard = 0;
  hub.watch(other.tenantId, ({ topic }) => {
    if (topic === "feeds") heard += 1;
  });
  assert.deepEqual((await ask("POST", "/feeds/sync")).json(), { isNew: true });
  assert.deepEqual((await ask("POST", "/feeds/sync")).json(), { isNew: false });
  assert.equal((await ask("GET", "/feeds")).json().sync.running, true);
  const { items, sync } = await until(
    async () => {
      const reply = (await ask("GET", "/feeds")).json();
      return reply.sync.running ? null : reply;
    },
    { timeoutMs: 60_000, what: "the sync ends" },
  );
  assert.match(sync.sentence, /Not all/);
  assert.ok(sync.failures.some((reason: string) => reason.includes("epss.csv")));
  const kevNow = items.find((feed: { name: string }) => feed.name === "kev");
  assert.ok(kevNow.records > 0 && kevNow.lastError === null);
  const epss = items.find((feed: { name: string }) => feed.name === "epss");
  assert.equal(typeof epss.lastError, "string");
  await until(() => heard > 0, { what: "the other tenant hears of it" });
  await hub.close();
});

test("a sync that waits for a silent server is stopped, and says so", async () => {
  server.faults.set("/kev.json", ["silence"]);
  assert.deepEqual((await ask("POST", "/feeds/sync")).json(), { isNew: true });
  await until(() => feedSync.state()?.sentence.includes("kev.json") ?? false, {
    timeoutMs: 60_000,
    what: "it asks the silent server",
  });
  assert.equal((await ask("POST", "/feeds/stop")).statusCode, 200);
  const { sync } = (await ask("GET", "/feeds")).json();
  assert.equal(sync.running, false);
  assert.match(sync.failures.join(), /was stopped/);
});

test("only administrators of the whole tenant bring feeds up to date", async () => {
  for (const role of ["operator", "viewer"] as const) {
    const one = askConsole(app, tenantId, await seedMember(database, tenantId, role));
    assert.equal((await one("GET", "/feeds")).statusCode, 200);
    assert.equal((await one("POST", "/feeds/sync")).statusCode, 403);
    assert.equal((await one("POST", "/feeds/stop")).statusCode, 403);
  }
  const theirs = await seedTenant(database);
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  assert.equal((await askConsole(app, tenantId, stranger)("GET", "/feeds")).statusCode, 404);
  assert.equal((await askConsole(app, tenantId, stranger)("POST", "/feeds/sync")).statusCode, 404);
});
