import assert from "node:assert/strict";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, after, beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import { writeBackup } from "#platform/backup";
import { statement, withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { zip } from "#test/zip";
import {
  importFeedFiles,
  listFeeds,
  readFeedRevision,
  readKnowledge,
  readRatings,
} from "./index.ts";

const { admin, connection, database } = await createTestDatabase();
const directory = await mkdtemp(join(tmpdir(), "vedette-feeds-"));
after(() => rm(directory, { recursive: true }));

const fixtures = new URL("../../../test/fixtures/feeds/", import.meta.url).pathname;
const fixture = (name: string): string => join(fixtures, name);
const now = () => Date.UTC(2026, 10, 21, 12);
const deps = { connection, now };

async function query<R extends object>(sql: string, values: unknown[] = []): Promise<R[]> {
  const { rows } = await withClient(admin, undefined, (client) => client.query<R>(sql, values));
  return rows;
}

beforeEach(() =>
  query(`truncate feed_files, vulnerabilities, vulnerability_products, kev_entries, epss_scores, debian_entries, osv_entries;
    update feeds set as_of = null, imported_at = null, records = 0, revision = 0, last_attempt_at = null, last_error = null`),
);

/** Everything that the catalogue knows of the feeds' tables, but for numbers that PostgreSQL gives. */
async function catalogue() {
  const tables =
    "(select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')";
  return {
    tables: await query(
      `select relname, relowner, relacl, reloptions, relpersistence, relrowsecurity, relreplident, relnatts, relhastriggers, relhasindex
       from pg_class where oid in ${tables} order by relname`,
    ),
    columns: await query(
      `select attrelid::regclass::text, attnum, attname, atttypid, attnotnull, attstorage, attcompression, attisdropped, attacl,
         pg_get_expr(adbin, adrelid) as fallback
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid in ${tables} and attnum > 0 order by 1, 2`,
    ),
    constraints: await query(
      `select conrelid::regclass::text, conname, contype, convalidated, conindid::regclass::text, pg_get_constraintdef(oid)
       from pg_constraint where conrelid in ${tables} order by 1, 2`,
    ),
    indexes: await query(
      `select indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisprimary, indisunique, indisvalid, indisclustered, relowner
       from pg_index join pg_class on oid = indexrelid where indrelid in ${tables} order by 1`,
    ),
    triggers: await query(
      "select tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 2",
    ),
    policies: await query("select polrelid::regclass::text, polname from pg_policy order by 1, 2"),
  };
}

/** Every row of the feeds' tables. */
async function everything(): Promise<unknown> {
  const tables = [
    "vulnerabilities",
    "vulnerability_products",
    "kev_entries",
    "epss_scores",
    "debian_entries",
    "osv_entries",
  ];
  const rows = tables.map((table) => query(`select x::text as row from ${table} x order by 1`));
  return Promise.all(rows);
}

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(directory, name);
  await writeFile(path, content);
  return path;
}

interface NvdFeed {
  vulnerabilities: {
    cve: { id: string; lastModified: string; descriptions: { lang: string; value: string }[] };
  }[];
}

/** The extract of NVD with these CVEs alone, changed. */
async function nvdWith(
  name: string,
  ids: readonly string[],
  change: (cve: NvdFeed["vulnerabilities"][number]["cve"]) => void,
): Promise<string> {
  const feed: NvdFeed = JSON.parse(await readFile(fixture("nvd.json"), "utf8"));
  const vulnerabilities = feed.vulnerabilities.filter(({ cve }) => ids.includes(cve.id));
  for (const { cve } of vulnerabilities) change(cve);
  const count = { resultsPerPage: vulnerabilities.length, totalResults: vulnerabilities.length };
  return write(name, JSON.stringify({ ...feed, ...count, vulnerabilities }));
}

/** A connection of somebody else, in the middle of a transaction. */
async function openTransaction(t: TestContext, sql: string): Promise<Client> {
  const client = new Client("url" in admin ? { connectionString: admin.url } : admin);
  await client.connect();
  t.after(() => client.end());
  await client.query(sql);
  return client;
}

const advisory = (
  id: string,
  packages: readonly [ecosystem: string, name: string][],
  modified = "2026-01-01T00:00:00Z",
) =>
  JSON.stringify({
    schema_version: "1.6.0",
    id,
    modified,
    affected: packages.map(([ecosystem, name]) => ({
      package: { ecosystem, name },
      ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "0" }, { fixed: "2" }] }],
    })),
  });

test("a folder of real extracts is taken in as a whole, and read back by product, package and CVE", async () => {
  const folder = join(directory, "with-notes");
  await mkdir(folder);
  const notes = join(folder, "README.md");
  await writeFile(notes, "# Where these came from");
  const report = await importFeedFiles(deps, [fixtures, folder]);
  assert.deepEqual(report.failures, []);
  assert.deepEqual(
    report.imported.map(({ feed, records }) => [feed, records]),
    [
      ["nvd", 27],
      ["kev", 4],
      ["epss", 25],
      ["debian", 48],
    ],
  );
  assert.deepEqual(
    report.passedOver.map(({ path }) => path),
    [notes],
  );
  const keys = {
    products: ["openbsd:openssh", "f5:nginx_open_source"],
    debianPackages: ["openssh"],
    osv: [],
  };
  const known = await readKnowledge(database.system, keys);
  assert.deepEqual(
    known.records("openbsd:openssh").map(({ cve }) => cve),
    ["CVE-2018-15473", "CVE-2020-15778", "CVE-2023-51385", "CVE-2025-26465"],
  );
  const [nginx] = known.records("f5:nginx_open_source");
  assert.deepEqual(nginx?.ssvc, {
    exploitation: "none",
    automatable: true,
    technicalImpact: "partial",
  });
  assert.deepEqual(
    nginx?.scores.map(({ version, base }) => [version, base]),
    [
      ["4.0", 6.9],
      ["3.1", 6.5],
    ],
  );
  assert.ok(known.debian("openssh").length > 0);
  const ratings = await readRatings(database.system, ["CVE-2014-0160"]);
  const rating = ratings.get("CVE-2014-0160");
  assert.equal(rating?.kev?.dateAdded, Date.UTC(2022, 4, 4));
  assert.equal(rating?.epss?.score.toFixed(5), "0.46492");
  const feeds = await listFeeds(database.system, now());
  assert.deepEqual(
    feeds.map(({ name, asOf, records, revision, lastError }) => [
      name,
      asOf,
      records,
      revision,
      lastError,
    ]),
    [
      ["nvd", Date.UTC(2026, 7, 21), 27, 1, null],
      ["kev", Date.parse("2025-08-25T17:04:19.979Z"), 4, 1, null],
      ["epss", Date.UTC(2026, 7, 21, 12), 25, 1, null],
      ["debian", null, 48, 1, null],
      ["osv", null, 0, 0, null],
    ],
  );
});

test("after an exchange the schema is the same in every name, key and right", async () => {
  await query(
    "grant select on vulnerabilities, epss_scores to public; grant select, insert on kev_entries to pg_monitor with grant option",
  );
  const before = await catalogue();
  await importFeedFiles(deps, [fixtures]);
  await importFeedFiles(deps, [fixtures]);
  const osv = await write("one.json", advisory("PYSEC-1", [["PyPI", "a"]]));
  await importFeedFiles(deps, [osv]);
  assert.deepEqual(await catalogue(), before);
});

test("statements prepared before an exchange go on working, and see what is new", async () => {
  const count = statement<readonly [], { count: number }>(
    "test.count-kev",
    "select count(*) as count from kev_entries",
  );
  assert.deepEqual(await database.system.run(count, []), [{ count: 0 }]);
  await importFeedFiles(deps, [fixture("kev.json")]);
  assert.deepEqual(await database.system.run(count, []), [{ count: 4 }]);
});

test("a broken file of any kind changes nothing, is named, and does not keep the others out", async () => {
  await importFeedFiles(deps, [fixtures]);
  const osv = await write("good-osv.json", advisory("PYSEC-1", [["PyPI", "a"]]));
  await importFeedFiles(deps, [osv]);
  const before = await everything();
  const folder = join(directory, "broken");
  await mkdir(folder);
  const broken: string[] = [];
  const put = async (name: string, content: Buffer) => {
    await writeFile(join(folder, name), content);
    broken.push(join(folder, name));
  };
  for (const name of ["nvd.json", "kev.json", "epss.csv", "debian.json"]) {
    const bytes = await readFile(fixture(name));
    const cut = bytes.subarray(0, bytes.length - 30);
    await put(`cut-${name}`, cut);
    await put(`cut-${name}.gz`, gzipSync(bytes).subarray(0, -20));
    await put(`packed-cut-${name}.gz`, gzipSync(cut));
  }
  await put("cut-osv.json", Buffer.from(advisory("PYSEC-2", [["PyPI", "a"]])).subarray(0, -5));
  const report = await importFeedFiles(deps, [folder]);
  assert.deepEqual(report.failures.map(({ path }) => path).toSorted(), broken.toSorted());
  for (const { path, reason } of report.failures) assert.ok(reason.includes(path), reason);
  assert.deepEqual(report.imported, []);
  assert.deepEqual(await everything(), before);
  const feeds = await listFeeds(database.system);
  for (const { name, lastError, revision } of feeds) {
    assert.match(lastError ?? "", /cut-/, name);
    assert.equal(revision, 1, name);
  }

  await copyFile(fixture("kev.json"), join(folder, "whole.json"));
  const second = await importFeedFiles(deps, [folder]);
  assert.equal(second.failures.length, broken.length);
  assert.deepEqual(
    second.imported.map(({ feed, records }) => [feed, records]),
    [["kev", 4]],
  );
  const kev = (await listFeeds(database.system)).find(({ name }) => name === "kev");
  assert.match(kev?.lastError ?? "", /cut-kev/);
});

test("of several files of NVD the newest record of each CVE stays, whatever their order, with its own products", async () => {
  const old = await nvdWith("old.json", ["CVE-2014-0160"], (cve) => {
    cve.lastModified = "2001-01-01T00:00:00.000";
    cve.descriptions = [{ lang: "en", value: "old" }];
    Object.assign(cve, {
      configurations: [
        {
          nodes: [
            {
              operator: "OR",
              negate: false,
              cpeMatch: [{ vulnerable: true, criteria: "cpe:2.3:a:old:product:*:*:*:*:*:*:*:*" }],
            },
          ],
        },
      ],
    });
  });
  const newer = await nvdWith("newer.json", ["CVE-2014-0160", "CVE-2023-51385"], (cve) => {
    cve.lastModified = "2030-01-01T00:00:00.000";
    cve.descriptions = [{ lang: "en", value: "newer" }];
  });
  const descriptionOf = async () =>
    (await readRatings(database.system, ["CVE-2014-0160"])).get("CVE-2014-0160")?.description;
  const productsOf = async () =>
    (
      await query<{ product_key: string }>(
        "select product_key from vulnerability_products where cve = 'CVE-2014-0160' order by 1",
      )
    ).map((row) => row.product_key);

  // In one import, into an empty database: all orders end alike.
  for (const files of [
    [old, newer, fixture("nvd.json")],
    [fixture("nvd.json"), newer, old],
    [newer, old, fixture("nvd.json")],
  ]) {
    await query("truncate vulnerabilities, vulnerability_products");
    await importFeedFiles(deps, files);
    assert.equal(await descriptionOf(), "newer");
    assert.ok(!(await productsOf()).includes("old:product"));
    assert.deepEqual(await query("select count(*)::int from vulnerabilities"), [{ count: 27 }]);
  }
  // In imports of their own: few among many are merged, many are exchanged; both carry over what they do not have.
  await query("truncate vulnerabilities, vulnerability_products");
  await importFeedFiles(deps, [old]);
  assert.deepEqual(await productsOf(), ["old:product"]);
  await importFeedFiles(deps, [fixture("nvd.json")]);
  assert.ok((await productsOf()).includes("openssl:openssl"));
  const table = await query("select 'vulnerabilities'::regclass::oid as oid");
  await importFeedFiles(deps, [newer]);
  assert.deepEqual(
    await query("select 'vulnerabilities'::regclass::oid as oid"),
    table,
    "merged, not exchanged",
  );
  assert.equal(await descriptionOf(), "newer");
  await importFeedFiles(deps, [old]);
  assert.equal(await descriptionOf(), "newer");
  assert.ok(!(await productsOf()).includes("old:product"));
  assert.deepEqual(await query("select count(*)::int from vulnerabilities"), [{ count: 27 }]);
});

test("KEV and EPSS are replaced as a whole, by the newest of the files, and never by an older one", async () => {
  const kev = JSON.parse(await readFile(fixture("kev.json"), "utf8"));
  const older = await write(
    "older-kev.json",
    JSON.stringify({ ...kev, dateReleased: "2020-01-01T00:00:00Z" }),
  );
  const newer = await write(
    "newer-kev.json",
    JSON.stringify({
      ...kev,
      dateReleased: "2026-11-20T00:00:00Z",
      count: 2,
      vulnerabilities: kev.vulnerabilities.slice(0, 2),
    }),
  );
  const report = await importFeedFiles(deps, [older, newer, fixture("kev.json")]);
  assert.deepEqual(
    report.imported.map(({ records }) => records),
    [2],
  );
  assert.match(
    report.passedOver[0]?.reason ?? "",
    /kev\.json is of 2025-08-25T.* older than what there is, of 2026-11-20T/,
  );
  const again = await importFeedFiles(deps, [older]);
  assert.deepEqual([again.imported, again.failures, again.passedOver.length], [[], [], 1]);
  assert.equal(await readFeedRevision(database.system), 1);

  const future = await write(
    "future.json",
    JSON.stringify({ ...kev, dateReleased: "2099-01-01T00:00:00Z" }),
  );
  assert.equal((await importFeedFiles(deps, [future])).failures.length, 0);
  const kevFeed = (await listFeeds(database.system)).find(({ name }) => name === "kev");
  assert.equal(kevFeed?.asOf, now());

  await importFeedFiles(deps, [fixture("epss.csv")]);
  const few = await write(
    "few.csv",
    "#model_version:test,score_date:2026-11-22T12:00:00Z\ncve,epss,percentile\nCVE-2014-0160,0.5,0.5\n",
  );
  const cut = await importFeedFiles(deps, [few]);
  assert.match(
    cut.failures[0]?.reason ?? "",
    /few\.csv has 1 rows where there are 25: it looks cut off/,
  );
});

test("the Debian tracker is replaced by release, so that the one of extended support adds to it", async () => {
  await importFeedFiles(deps, [fixture("debian.json")]);
  const entry = (status: string) => ({
    status,
    repositories: { buster: "1" },
    fixed_version: "1",
    urgency: "low",
  });
  const extended = await write(
    "elts.json",
    JSON.stringify({
      openssh: {
        "CVE-2018-15473": { releases: { buster: entry("resolved") } },
        "TEMP-1": { releases: {} },
      },
    }),
  );
  const report = await importFeedFiles(deps, [extended]);
  assert.equal(report.imported[0]?.records, 49);
  const again = await write(
    "elts.json",
    JSON.stringify({ openssh: { "CVE-2020-15778": { releases: { buster: entry("open") } } } }),
  );
  await importFeedFiles(deps, [again]);
  const known = await readKnowledge(database.system, {
    products: [],
    debianPackages: ["openssh"],
    osv: [],
  });
  assert.deepEqual(
    known
      .debian("openssh")
      .filter(({ release }) => release === "buster")
      .map(({ cve }) => cve),
    ["CVE-2020-15778"],
  );
  assert.ok(known.debian("openssh").some(({ release }) => release === "bookworm"));
});

test("an archive of OSV replaces its ecosystem and no other; an advisory replaces itself, if it is newer", async () => {
  const pack = (name: string, advisories: readonly string[]) =>
    write(
      name,
      zip(advisories.map((content, i) => ({ name: `${i}.json`, content: Buffer.from(content) }))),
    );
  const entries = async () => {
    const rows = await query<{ row: string }>(
      "select concat_ws(' ', ecosystem, package, id, modified_at) as row from osv_entries order by 1",
    );
    return rows.map(({ row }) =>
      row.replace("1767225600000", "old").replace("1780272000000", "new"),
    );
  };
  const both: [string, string][] = [
    ["PyPI", "a"],
    ["npm", "a"],
  ];
  const python = [
    advisory("GHSA-1", both),
    advisory("PYSEC-2", [["PyPI", "b"]]),
    advisory("PYSEC-4", [["PyPI", "d"]]),
  ];
  const node = [advisory("GHSA-1", both), advisory("GHSA-3", [["npm", "c"]])];
  await importFeedFiles(deps, [await pack("python.zip", python), await pack("node.zip", node)]);
  const rest = ["npm a GHSA-1 old", "npm c GHSA-3 old"];
  const [a, b, d] = ["PyPI a GHSA-1 old", "PyPI b PYSEC-2 old", "PyPI d PYSEC-4 old"];
  assert.deepEqual(await entries(), [a, b, d, ...rest]);

  // The archive of PyPI names npm, but does not say all of it.
  await importFeedFiles(deps, [await pack("python.zip", python.slice(0, 2))]);
  assert.deepEqual(await entries(), [a, b, ...rest]);

  const newer = await write(
    "newer.json",
    advisory("GHSA-3", [["npm", "c"]], "2026-06-01T00:00:00Z"),
  );
  await importFeedFiles(deps, [newer]);
  assert.deepEqual(await entries(), [a, b, "npm a GHSA-1 old", "npm c GHSA-3 new"]);

  const releases = (release: string) => [
    advisory("DSA-1", [[`Debian:${release}`, "openssh"]]),
    advisory("DSA-2", [[`Debian:${release}`, "nginx"]]),
  ];
  await importFeedFiles(deps, [await pack("debian.zip", releases("11"))]);
  await importFeedFiles(deps, [await pack("debian.zip", releases("12"))]);
  assert.deepEqual(
    (await entries()).filter((row) => row.startsWith("Debian")),
    ["Debian:12 nginx DSA-2 old", "Debian:12 openssh DSA-1 old"],
  );
});

test("while a feed is exchanged a long reader is waited for, and nobody else has to wait long", async (t) => {
  await importFeedFiles(deps, [fixture("kev.json")]);
  const reader = await openTransaction(
    t,
    "begin isolation level repeatable read; select count(*) from kev_entries",
  );
  const waits: string[] = [];
  let done = false;
  const importing = importFeedFiles(deps, [fixture("kev.json")], {
    onWait: (sentence) => waits.push(sentence),
  }).finally(() => (done = true));
  let longestMs = 0;
  await until(
    async () => {
      const began = performance.now();
      await readRatings(database.system, ["CVE-2014-0160"]);
      longestMs = Math.max(longestMs, performance.now() - began);
      return waits.length > 0;
    },
    { what: "the import says that it waits", timeoutMs: 20_000 },
  );
  assert.equal(done, false);
  assert.ok(longestMs < 5_000, `a reader waited ${longestMs} ms`);
  assert.match(waits[0] ?? "", /Somebody reads the tables of CISA KEV in a long transaction/);
  await reader.query("commit");
  const { imported } = await importing;
  assert.equal(imported.length, 1);
});

test("an import that loses its connection changes nothing and leaves nothing behind", async (t) => {
  await importFeedFiles(deps, [fixtures]);
  const before = await everything();
  const reader = await openTransaction(t, "begin; select count(*) from epss_scores");
  let waits = false;
  const importing = importFeedFiles(deps, [fixture("epss.csv")], { onWait: () => (waits = true) });
  const lost = assert.rejects(importing, (error) => {
    assert.ok(error instanceof Problem, String(error));
    assert.match(
      error.message,
      /^PostgreSQL did not take EPSS in \(.*\); nothing of it was changed\.$/,
    );
    return true;
  });
  await until(() => waits, { what: "everything is loaded, and the exchange waits" });
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid in (select pid from pg_locks where locktype = 'advisory')`,
  );
  await lost;
  await reader.query("commit");
  assert.deepEqual(await everything(), before);
  assert.deepEqual(await query("select relname from pg_class where relname like '%\\_next%'"), []);
});

test("of two imports of a feed at once the second waits and says so; both are taken in", async (t) => {
  const other = await openTransaction(
    t,
    "begin; select pg_advisory_xact_lock(hashtextextended('feeds:kev', 0))",
  );
  const waits: string[] = [];
  const importing = importFeedFiles(deps, [fixture("kev.json")], {
    onWait: (sentence) => waits.push(sentence),
  });
  await until(() => waits.length > 0, { what: "the second says that it waits" });
  assert.match(waits[0] ?? "", /Another import of CISA KEV is under way/);
  await other.query("commit");
  await importing;
  await Promise.all([1, 2, 3].map(() => importFeedFiles(deps, [fixtures])));
  const feeds = await listFeeds(database.system);
  assert.deepEqual(
    feeds.map(({ revision }) => revision),
    [3, 4, 3, 3, 0],
  );
});

test("every process hears of an import", async () => {
  const heard: string[] = [];
  const subscription = await database.listen("vedette_feeds", (payload) => heard.push(payload));
  await importFeedFiles(deps, [fixture("kev.json")]);
  await until(() => heard.includes("kev"), { what: "the notice" });
  await subscription.close();
});

test("a path that is not there is said in a sentence", async () => {
  const missing = importFeedFiles(deps, [join(directory, "nothing")]);
  await assert.rejects(
    missing,
    (error) => error instanceof Problem && /nothing cannot be read: ENOENT/.test(error.message),
  );
});

test("a backup that is made while feeds are exchanged has all of them", async () => {
  await importFeedFiles(deps, [fixtures]);
  const source = { connection, key: Buffer.alloc(32), version: "test", now };
  const path = join(directory, "backup.tar.zst");
  const { rows } = await writeBackup(path, source);
  let stop = false;
  const importing = (async () => {
    while (!stop) await importFeedFiles(deps, [fixtures]);
  })();
  const found: number[] = [];
  for (let i = 0; i < 8; i += 1) found.push((await writeBackup(path, source)).rows);
  stop = true;
  await importing;
  assert.deepEqual(
    found,
    Array.from({ length: 8 }, () => rows),
  );
});
