import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { FeedServer } from "#test/feed-server";
import { embedded, patienceMs, runVedette, startInstallation } from "#test/processes";
import { until } from "#test/until";

const fixtures = new URL("../fixtures/feeds/", import.meta.url);

test("feeds from files, without Internet: taken in beside a running server, what is broken named, their age shown", async (t) => {
  const installation = await startInstallation(t, embedded.none);
  const { env, dir } = installation;
  const empty = await runVedette(["feeds", "status"], env);
  assert.equal(empty.code, 0);
  assert.match(empty.stdout, /^NVD +0 +- +- +- +- +none$/m);
  assert.match(
    empty.stderr,
    /There is no feed yet.* Run vedette feeds sync, or, .* vedette feeds import/,
  );

  const folder = join(dir, "feeds");
  await cp(fixtures, folder, { recursive: true });
  await writeFile(join(folder, "notes.txt"), "from the usual place");
  const whole = await runVedette(["feeds", "import", folder], env);
  assert.equal(whole.code, 0, whole.stderr);
  assert.deepEqual(whole.stdout.trim().split("\n"), [
    "NVD: 1 file taken in, 27 records now",
    "CISA KEV: 1 file taken in, 4 records now",
    "EPSS: 1 file taken in, 25 records now",
    "Debian security tracker: 1 file taken in, 48 records now",
  ]);
  assert.match(whole.stderr, /^Passed over: .*notes\.txt: it is none of the feeds that are known/m);

  const nvd = await readFile(new URL("nvd.json", fixtures));
  await mkdir(join(dir, "more"));
  const cut = join(dir, "more", "cut.json.gz");
  await writeFile(cut, gzipSync(nvd).subarray(0, -100));
  await cp(new URL("kev.json", fixtures), join(dir, "more", "kev"));
  const broken = await runVedette(["feeds", "import", join(dir, "more")], env);
  assert.equal(broken.code, 1);
  assert.equal(broken.stdout, "CISA KEV: 1 file taken in, 4 records now\n");
  assert.ok(broken.stderr.includes(`${cut}: it is damaged or ends too early`), broken.stderr);
  assert.match(broken.stderr, /vedette: 1 file was not taken in\. The others were\.\n$/);

  const status = await runVedette(["feeds", "status", "--json"], env);
  const feeds: Record<string, unknown>[] = JSON.parse(status.stdout);
  assert.deepEqual(
    feeds.map(({ name, records, revision, stale }) => [name, records, revision, stale]),
    [
      ["nvd", 27, 1, true],
      ["kev", 4, 2, true],
      ["epss", 25, 1, true],
      ["debian", 48, 1, false],
      ["osv", 0, 0, false],
    ],
  );
  assert.match(String(feeds[0]?.["lastError"]), /cut\.json\.gz/);
  const missing = await runVedette(["feeds", "import", join(dir, "nothing")], env);
  assert.deepEqual([missing.code, missing.stdout], [1, ""]);
  assert.match(missing.stderr, /^vedette: .*nothing cannot be read: ENOENT/);
  const wrong = await runVedette(["feeds", "sync", "--feed", "cve"], env);
  assert.equal(wrong.code, 2);
});

test("feeds from a mirror: what is new is taken in, one that fails is named and the others are not kept from it", async (t) => {
  const mirror = new FeedServer();
  await mirror.listen();
  const dir = await mkdtemp(join(tmpdir(), "vedette-journey-"));
  t.after(async () => {
    await mirror.close();
    await rm(dir, { recursive: true });
  });
  mirror.files.set("/kev.json", await readFile(new URL("kev.json", fixtures)));
  mirror.files.set("/epss.csv.gz", gzipSync(await readFile(new URL("epss.csv", fixtures))));
  const env = {
    VEDETTE_DATA_DIR: join(dir, "data"),
    VEDETTE_FEED_KEV_URL: `${mirror.url}/kev.json`,
    VEDETTE_FEED_EPSS_URL: `${mirror.url}/epss.csv.gz`,
    VEDETTE_FEED_DEBIAN_URL: `${mirror.url}/not-there`,
  };
  const first = await runVedette(["feeds", "sync", "--feed", "kev", "epss", "debian"], env);
  assert.equal(first.code, 1);
  assert.equal(
    first.stdout,
    "CISA KEV: 1 file taken in, 4 records now\nEPSS: 1 file taken in, 25 records now\nDebian security tracker: as before\n",
  );
  assert.match(first.stderr, /\/not-there answers 404\./);
  assert.match(
    first.stderr,
    /vedette: Not everything of Debian security tracker could be brought up to date\.\n$/,
  );
  const second = await runVedette(["feeds", "sync", "--feed", "kev", "epss"], env);
  assert.equal(second.code, 0);
  assert.equal(second.stdout, "CISA KEV: nothing new\nEPSS: nothing new\n");
  assert.deepEqual(mirror.statusesOf("/kev.json"), [200, 304]);
});

test("a server that is told to keeps the feeds up to date by itself", async (t) => {
  const mirror = new FeedServer();
  await mirror.listen();
  t.after(() => mirror.close());
  mirror.files.set("/kev.json", await readFile(new URL("kev.json", fixtures)));
  const nowhere = `${mirror.url}/not-there`;
  const installation = await startInstallation(t, {
    ...embedded.none,
    VEDETTE_FEED_SYNC_HOURS: "24",
    VEDETTE_FEED_KEV_URL: `${mirror.url}/kev.json`,
    VEDETTE_FEED_NVD_URL: `${nowhere}/{part}`,
    VEDETTE_FEED_EPSS_URL: nowhere,
    VEDETTE_FEED_DEBIAN_URL: nowhere,
    VEDETTE_FEED_OSV_URL: `${nowhere}/{ecosystem}`,
  });
  const kev = await until(
    async () => {
      const feeds: { name: string; records: number }[] = JSON.parse(
        await installation.vedette("feeds", "status", "--json"),
      );
      return feeds.find(({ name, records }) => name === "kev" && records > 0) ?? null;
    },
    { what: "KEV was taken in", timeoutMs: patienceMs },
  );
  assert.equal(kev.records, 4);
});
