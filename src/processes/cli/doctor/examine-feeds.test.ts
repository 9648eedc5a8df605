import assert from "node:assert/strict";
import { test } from "node:test";
import { type FeedStatus, feedNames } from "#exposure/feeds";
import { judgeFeeds } from "./examine-feeds.ts";

const dayMs = 86_400_000;
const none: FeedStatus[] = feedNames.map((name) => ({
  name,
  asOf: null,
  importedAt: null,
  records: 0,
  revision: 0,
  lastAttemptAt: null,
  lastError: null,
  ageMs: null,
}));
const withNvd = (change: Partial<FeedStatus>) =>
  none.map((feed) =>
    feed.name === "nvd" ? { ...feed, importedAt: 1, asOf: 1, ageMs: dayMs, ...change } : feed,
  );

const scanning = { scans: true, agents: false };

test("what judges packages is missed only where hosts have agents", () => {
  const judged = judgeFeeds(withNvd({}), { scans: true, agents: true });
  assert.match(judged.text, /^without Debian's tracker or OSV no package on a host is judged: /);
  const tracked = none.map((feed) =>
    feed.name === "debian" ? { ...feed, importedAt: 1, asOf: 1, ageMs: dayMs } : feed,
  );
  assert.equal(judgeFeeds(tracked, { scans: false, agents: true }).verdict, "ok");
});

test("feeds are missed only where something is scanned", () => {
  assert.equal(judgeFeeds(none, { scans: false, agents: false }).verdict, "ok");
  const missed = judgeFeeds(none, scanning);
  assert.equal(missed.verdict, "warning");
  assert.match(missed.text, /^without NVD .*: vedette feeds sync .* vedette feeds import/);
});

test("fresh feeds are well; old ones and ones that failed are named with what to do", () => {
  assert.deepEqual(judgeFeeds(withNvd({}), scanning), { verdict: "ok", text: "NVD" });
  const old = judgeFeeds(
    withNvd({ ageMs: 92.5 * dayMs, lastError: "it ends too early" }),
    scanning,
  );
  assert.equal(old.verdict, "warning");
  assert.match(old.text, /^NVD is 92 days old; NVD failed: it ends too early: vedette feeds sync/);
});
