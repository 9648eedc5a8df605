import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { listFeeds, readFeedRevision, readKnowledge, readRatings } from "./index.ts";

const { admin, database } = await createTestDatabase();

const score = { version: "3.1", base: 7.5, vector: "CVSS:3.1/…", source: "a CNA", primary: true };

await withClient(admin, undefined, async (client) => {
  const insert = `insert into vulnerabilities values
    ($1, 'Analyzed', false, $2, 1, 2, $3, null, '{CWE-1}', '{https://a.test}', '[]', '[]')`;
  for (const cve of ["CVE-2024-0001", "CVE-2024-0002", "CVE-2024-0003"]) {
    await client.query(insert, [cve, `About ${cve}`, JSON.stringify([score])]);
  }
  await client.query(`
    insert into vulnerability_products values ('a:one', 'CVE-2024-0002'), ('a:one', 'CVE-2024-0001'),
      ('a:two', 'CVE-2024-0002'), ('a:three', 'CVE-2024-0003'), ('a:three', 'CVE-2024-9999');
    insert into kev_entries values ('CVE-2024-0002', 'Two', 10, null, 'Update.', true), ('CVE-1999-1', 'Old', 1, 2, 'Go.', false);
    insert into epss_scores values ('CVE-2024-0001', 0.25, 0.5);
    insert into debian_entries values ('openssh', 'CVE-2024-0001', 'bookworm', 'resolved', '1:9.2p1-2', 'low', null, '{1,2}'),
      ('openssh', 'CVE-2024-0001', 'bullseye', 'open', null, 'low', 'minor', '{}'), ('nginx', 'CVE-1', 'sid', 'open', null, 'low', null, '{}');
    insert into osv_entries values ('PyPI', 'a', 'GHSA-1', '{CVE-1}', 's', null, '[]', '{1.0}', false, 5),
      ('npm', 'a', 'GHSA-2', '{}', 's', null, '[]', '{}', false, null);
    update feeds set revision = 3, as_of = 1000, imported_at = 2000, records = 7 where name = 'nvd';
    update feeds set revision = 1, imported_at = 2000 where name = 'debian'`);
});

test("knowledge is told by product, package and ecosystem, each record once, and nothing that was not asked for", async () => {
  const known = await readKnowledge(database.system, {
    products: ["a:one", "a:two", "a:one", "a:unknown"],
    debianPackages: ["openssh"],
    osv: [{ ecosystem: "PyPI", package: "a" }],
  });
  const ones = known.records("a:one");
  assert.deepEqual(
    ones.map(({ cve }) => cve),
    ["CVE-2024-0001", "CVE-2024-0002"],
  );
  assert.equal(known.records("a:two")[0], ones[1]);
  assert.deepEqual(ones[0], {
    cve: "CVE-2024-0001",
    status: "Analyzed",
    disputed: false,
    description: "About CVE-2024-0001",
    publishedAt: 1,
    modifiedAt: 2,
    scores: [score],
    ssvc: null,
    cwes: ["CWE-1"],
    references: ["https://a.test"],
    configurations: [],
    affected: [],
  });
  assert.deepEqual(known.records("a:unknown"), []);
  assert.deepEqual(known.records("a:three"), []);
  assert.deepEqual(
    known
      .debian("openssh")
      .map(({ release, fixedVersion, nodsa }) => [release, fixedVersion, nodsa]),
    [
      ["bookworm", "1:9.2p1-2", null],
      ["bullseye", null, "minor"],
    ],
  );
  assert.deepEqual(known.debian("nginx"), []);
  assert.deepEqual(
    known.osv("PyPI", "a").map(({ id }) => id),
    ["GHSA-1"],
  );
  assert.deepEqual(known.osv("npm", "a"), []);
});

test("a product that names a vulnerability which is gone is no error", async () => {
  const keys = { products: ["a:three"], debianPackages: [], osv: [] };
  const known = await readKnowledge(database.system, keys);
  assert.deepEqual(
    known.records("a:three").map(({ cve }) => cve),
    ["CVE-2024-0003"],
  );
});

test("a rating joins what each feed knows, and leaves out what none knows", async () => {
  const cves = ["CVE-2024-0001", "CVE-2024-0002", "CVE-1999-1", "CVE-2000-1"];
  const ratings = await readRatings(database.system, [...cves, ...cves]);
  assert.deepEqual(
    [...ratings.keys()].toSorted(),
    cves.toSorted().filter((cve) => cve !== "CVE-2000-1"),
  );
  assert.deepEqual(ratings.get("CVE-2024-0001")?.epss, { score: 0.25, percentile: 0.5 });
  assert.equal(ratings.get("CVE-2024-0001")?.kev, null);
  const action = { dueDate: null, requiredAction: "Update.", ransomware: true };
  assert.deepEqual(ratings.get("CVE-2024-0002")?.kev, { name: "Two", dateAdded: 10, ...action });
  assert.deepEqual(ratings.get("CVE-1999-1")?.scores, []);
  assert.equal(ratings.get("CVE-1999-1")?.description, "");
});

test("every feed is listed with its age: by its own word, else by its import", async () => {
  const feeds = await listFeeds(database.system, 5000);
  assert.deepEqual(
    feeds.map(({ name, ageMs, records }) => [name, ageMs, records]),
    [
      ["nvd", 4000, 7],
      ["kev", null, 0],
      ["epss", null, 0],
      ["debian", 3000, 0],
      ["osv", null, 0],
    ],
  );
  assert.equal(await readFeedRevision(database.system), 4);
});
