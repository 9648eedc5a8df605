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

test("feeds are missed only where something is scanned", () => {
  assert.equal(judgeFeeds(none, false).verdict, "ok");
  const missed = judgeFeeds(none, true);
  assert.equal(missed.verdict, "warning");
  assert.match(missed.text, /^without NVD .*: vedette feeds sync .* vedette feeds import/);
});

test("fresh feeds are well; old ones and ones that failed are named with what to do", () => {
  assert.deepEqual(judgeFeeds(withNvd({}), true), { verdict: "ok", text: "NVD" });
  const old = judgeFeeds(withNvd({ ageMs: 92.5 * dayMs, lastError: "it ends too early" }), true);
  assert.equal(old.verdict, "warning");
  assert.match(old.text, /^NVD is 92 days old; NVD failed: it ends too early: vedette feeds sync/);
});
