import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import type { FeedName } from "./feed.ts";
import { importFeedFiles, listFeeds, readRatings, syncFeeds } from "./index.ts";
import { FeedServer } from "#test/feed-server";

const { admin, connection, database } = await createTestDatabase();
const server = new FeedServer();
await server.listen();
const dataDir = await mkdtemp(join(tmpdir(), "vedette-sync-"));
after(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

const dayMs = 24 * 3_600_000;
const startAt = Date.UTC(2026, 10, 21, 12);
/** When NVD had two years. */
const startOfNvdAt = Date.UTC(2003, 5, 1);
let clock = startAt;
let pauses: number[] = [];
let notes: string[] = [];

const fixtures = new URL("../../../test/fixtures/feeds/", import.meta.url);
const kev = await readFile(new URL("kev.json", fixtures));
const epss = await readFile(new URL("epss.csv", fixtures));
const debian = await readFile(new URL("debian.json", fixtures));
const nvd: { vulnerabilities: { cve: { id: string } }[] } = JSON.parse(
  await readFile(new URL("nvd.json", fixtures), "utf8"),
);

function nvdFeed(ids: readonly string[], timestamp = "2003-05-31T00:00:00.000"): Buffer {
  const vulnerabilities = nvd.vulnerabilities.filter(({ cve }) => ids.includes(cve.id));
  const count = { resultsPerPage: ids.length, startIndex: 0, totalResults: ids.length };
  return Buffer.from(
    JSON.stringify({ ...count, format: "NVD_CVE", version: "2.0", timestamp, vulnerabilities }),
  );
}

function meta(json: Buffer): Buffer {
  const sha256 = createHash("sha256").update(json).digest("hex").toUpperCase();
  return Buffer.from(
    `lastModifiedDate:2003-05-31T00:00:00-04:00\r\nsize:${json.length}\r\nsha256:${sha256}\r\n`,
  );
}

function putNvd(part: string, json: Buffer, its = meta(json)): void {
  server.files.set(`/nvd-${part}.json.gz`, gzipSync(json));
  server.files.set(`/nvd-${part}.meta`, its);
}

beforeEach(async () => {
  clock = startAt;
  pauses = [];
  notes = [];
  server.asked.length = 0;
  server.files.clear();
  server.faults.clear();
  server.files.set("/kev.json", kev);
  server.files.set("/epss.csv.gz", gzipSync(epss));
  server.files.set("/debian", debian);
  putNvd("2002", nvdFeed(["CVE-2014-0160"]));
  putNvd("2003", nvdFeed(["CVE-2017-7494", "CVE-2018-15473"]));
  putNvd("modified", nvdFeed(["CVE-2018-15473"]));
  await withClient(admin, undefined, (client) =>
    client.query(`truncate feed_files, vulnerabilities, vulnerability_products, kev_entries, epss_scores, debian_entries, osv_entries;
      update feeds set as_of = null, imported_at = null, records = 0, revision = 0, last_attempt_at = null, last_error = null`),
  );
});

function sync(
  feeds: readonly FeedName[],
  options: { stallMs?: number; signal?: AbortSignal } = {},
) {
  return syncFeeds(
    {
      connection,
      now: () => clock,
      sources: {
        nvd: `${server.url}/nvd-{part}.json.gz`,
        kev: `${server.url}/kev.json`,
        epss: `${server.url}/epss.csv.gz`,
        debian: [`${server.url}/debian`],
        osv: `${server.url}/osv/{ecosystem}/all.zip`,
        osvEcosystems: ["Rocky Linux"],
      },
      dataDir,
      signal: options.signal ?? new AbortController().signal,
      pause: async (ms) => void pauses.push(ms),
      ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
    },
    feeds,
    { onNote: (note) => notes.push(note) },
  );
}

async function statusOf(feed: FeedName) {
  const found = (await listFeeds(database.system, clock)).find(({ name }) => name === feed);
  return found ?? assert.fail();
}

test("what is new is downloaded and taken in; what has not changed is not sent again", async () => {
  const first = await sync(["kev", "epss", "debian"]);
  assert.deepEqual(
    first.map(({ feed, outcome, records }) => [feed, outcome, records]),
    [
      ["kev", "imported", 4],
      ["epss", "imported", 25],
      ["debian", "imported", 48],
    ],
  );
  clock += 1000;
  const second = await sync(["kev", "epss", "debian"]);
  assert.deepEqual(
    second.map(({ outcome }) => outcome),
    ["unchanged", "unchanged", "unchanged"],
  );
  assert.deepEqual(server.statusesOf("/kev.json"), [200, 304]);
  const status = await statusOf("debian");
  assert.deepEqual([status.revision, status.importedAt, status.lastAttemptAt], [1, startAt, clock]);
  assert.equal(
    status.asOf,
    Date.UTC(2026, 10, 20, 10),
    "as its server says, since the tracker does not",
  );
  assert.deepEqual(await readdir(join(dataDir, "feeds")), []);
});

test("NVD begins with all years, goes on with what was modified, and takes the years again after a gap", async () => {
  clock = startOfNvdAt;
  await sync(["nvd"]);
  assert.equal((await statusOf("nvd")).records, 3);
  server.asked.length = 0;
  clock += 6 * dayMs;
  putNvd("modified", nvdFeed(["CVE-2023-51385"], "2003-06-07T00:00:00.000"));
  await sync(["nvd"]);
  assert.deepEqual(
    server.asked.map(({ path }) => path),
    ["/nvd-modified.json.gz", "/nvd-modified.meta"],
  );
  assert.equal((await statusOf("nvd")).records, 4);
  assert.equal((await statusOf("nvd")).asOf, Date.UTC(2003, 5, 7));
  server.asked.length = 0;
  clock += 8 * dayMs;
  await sync(["nvd"]);
  assert.deepEqual(
    server.asked.map(({ path, status }) => `${path} ${status}`),
    ["/nvd-2002.json.gz 304", "/nvd-2003.json.gz 304", "/nvd-modified.json.gz 304"],
  );
});

test("a year that fails is named and asked for again, and what was modified does not hide it", async () => {
  clock = startOfNvdAt;
  putNvd("2003", nvdFeed(["CVE-2017-7494"]), meta(Buffer.from("another")));
  const [outcome] = await sync(["nvd"]);
  assert.equal(outcome?.outcome, "failed");
  assert.match(
    outcome?.reasons.join(" ") ?? "",
    /nvd-2003\.json\.gz is not what .*nvd-2003\.meta says: its SHA-256 is/,
  );
  assert.equal((await statusOf("nvd")).records, 1);
  assert.match((await statusOf("nvd")).lastError ?? "", /nvd-2003/);
  assert.deepEqual(server.statusesOf("/nvd-modified.json.gz"), []);
  putNvd("2003", nvdFeed(["CVE-2017-7494"]));
  const [again] = await sync(["nvd"]);
  assert.equal(again?.outcome, "imported");
  assert.equal((await statusOf("nvd")).records, 3);
  assert.equal((await statusOf("nvd")).lastError, null);
});

test("the file of a year that has just begun may be missing, and so may a checksum", async () => {
  clock = startOfNvdAt;
  server.files.delete("/nvd-2003.json.gz");
  server.files.delete("/nvd-2002.meta");
  const [outcome] = await sync(["nvd"]);
  assert.deepEqual([outcome?.outcome, outcome?.reasons], ["imported", []]);
  assert.ok(
    notes.some((note) => /there is no .*nvd-2002\.meta to compare the checksum with/.test(note)),
  );
  server.files.delete("/nvd-2002.json.gz");
  clock += 30 * dayMs;
  const [missing] = await sync(["nvd"]);
  assert.match(missing?.reasons[0] ?? "", /nvd-2002\.json\.gz answers 404\.$/);
});

test("files of NVD that a person imported do not count as downloaded", async () => {
  clock = startOfNvdAt;
  const path = join(dataDir, "nvd-2002.json.gz");
  await writeFile(path, server.files.get("/nvd-2002.json.gz") ?? assert.fail());
  await importFeedFiles({ connection, now: () => clock }, [path]);
  await sync(["nvd"]);
  assert.deepEqual(server.statusesOf("/nvd-2002.json.gz"), [200]);
});

test("a download that is cut off goes on where it was, at once or in the next sync", async () => {
  server.faults.set("/kev.json", [{ cutAt: 500 }, { cutAt: 700 }]);
  const [outcome] = await sync(["kev"]);
  assert.equal(outcome?.outcome, "imported");
  assert.deepEqual(server.statusesOf("/kev.json"), [0, 0, 206]);
  assert.deepEqual(
    server.asked.map(({ range }) => range),
    [undefined, "bytes=500-", "bytes=1200-"],
  );

  server.asked.length = 0;
  server.faults.set(
    "/debian",
    Array.from({ length: 6 }, () => ({ cutAt: 1000 })),
  );
  const [failed] = await sync(["debian"]);
  assert.equal(failed?.outcome, "failed");
  assert.match(failed?.reasons[0] ?? "", /\/debian ended after 6000 bytes: .* \(6 attempts\)\.$/);
  assert.equal((await statusOf("debian")).records, 0);
  server.asked.length = 0;
  const [later] = await sync(["debian"]);
  assert.equal(later?.records, 48);
  assert.deepEqual(
    server.asked.map(({ range, status }) => [range, status]),
    [["bytes=6000-", 206]],
  );
});

test("when the file changed meanwhile the download begins anew, and old and new are never mixed", async () => {
  server.faults.set(
    "/debian",
    Array.from({ length: 6 }, () => ({ cutAt: 100 })),
  );
  await sync(["debian"]);
  const changed = JSON.parse(debian.toString());
  delete changed["apache2"];
  server.files.set("/debian", Buffer.from(JSON.stringify(changed)));
  server.asked.length = 0;
  const [outcome] = await sync(["debian"]);
  assert.deepEqual(server.statusesOf("/debian"), [200]);
  const wanted = Object.values<Record<string, { releases: object }>>(changed)
    .flatMap((issues) => Object.values(issues))
    .reduce((sum, { releases }) => sum + Object.keys(releases).length, 0);
  assert.equal(outcome?.records, wanted);
});

test("a busy server is asked again, as late as it says, and a silent one is left", async () => {
  server.faults.set("/kev.json", [
    { status: 503, retryAfter: "7" },
    { status: 429 },
    { status: 524 },
  ]);
  const [outcome] = await sync(["kev"]);
  assert.equal(outcome?.outcome, "imported");
  assert.deepEqual(pauses, [7000, 4000, 8000]);

  pauses = [];
  server.faults.set("/epss.csv.gz", ["silence"]);
  const [silent] = await sync(["epss"], { stallMs: 200 });
  assert.equal(silent?.outcome, "imported");
  assert.ok(
    notes.some((note) =>
      /epss\.csv\.gz cannot be reached: nothing came for 1 s; trying again/.test(note),
    ),
    notes.join("\n"),
  );
});

test("one feed that fails keeps what it had, and does not keep the others from what is new", async () => {
  await sync(["kev", "epss", "debian"]);
  server.files.set("/kev.json", kev.subarray(0, 1500));
  server.files.set("/epss.csv.gz", Buffer.from("<html>Down for maintenance</html>"));
  server.files.set("/debian", Buffer.from(debian.toString().replace("2.4.38-3", "2.4.38-4")));
  clock += 1000;
  const outcomes = await sync(["kev", "epss", "debian"]);
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ["failed", "failed", "imported"],
  );
  assert.match(outcomes[0]?.reasons[0] ?? "", /it ends too early/);
  assert.match(outcomes[1]?.reasons[0] ?? "", /it is none of the feeds that are known/);
  assert.equal(
    (await readRatings(database.system, ["CVE-2014-0160"])).get("CVE-2014-0160")?.epss === null,
    false,
  );
  const status = await statusOf("kev");
  assert.deepEqual([status.records, status.revision, status.importedAt], [4, 1, startAt]);
  assert.equal(status.lastAttemptAt, clock);
  assert.match(status.lastError ?? "", /it ends too early/);
});

test("a feed that its publisher left standing, or set back, changes nothing and says how old it is", async () => {
  await sync(["epss"]);
  const older = epss.toString().replace("2026-08-21T12", "2026-08-02T12").replace("0.46492", "0.1");
  server.files.set("/epss.csv.gz", gzipSync(older));
  const [outcome] = await sync(["epss"]);
  assert.equal(outcome?.outcome, "unchanged");
  assert.match(
    outcome?.reasons[0] ?? "",
    /is of 2026-08-02T12:00:00\.000Z, older than what there is/,
  );
  const rating = (await readRatings(database.system, ["CVE-2014-0160"])).get("CVE-2014-0160");
  assert.equal(rating?.epss?.score.toFixed(5), "0.46492");
});

test("the wrong feed at an address is refused", async () => {
  server.files.set("/kev.json", debian);
  const [outcome] = await sync(["kev"]);
  assert.match(outcome?.reasons[0] ?? "", /is of Debian security tracker where CISA KEV should be/);
  assert.equal((await statusOf("debian")).records, 0);
});

test("an ecosystem with a space in its name is asked for, and its absence said", async () => {
  const [outcome] = await sync(["osv"]);
  assert.match(outcome?.reasons[0] ?? "", /\/osv\/Rocky%20Linux\/all\.zip answers 404\.$/);
});

test("a sync that is stopped ends at once, with a sentence, and two do not run at once", async () => {
  server.faults.set("/kev.json", ["silence"]);
  const stop = new AbortController();
  const running = sync(["kev"], { signal: stop.signal });
  await until(() => server.asked.length > 0, { what: "it asks" });
  await assert.rejects(sync(["epss"]), /Another sync of the feeds is under way/);
  stop.abort();
  await assert.rejects(
    running,
    (error) => error instanceof Problem && error.message.endsWith("was stopped."),
  );
});
