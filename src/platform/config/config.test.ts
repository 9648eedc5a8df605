import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "#platform/errors";
import { readConfig } from "./config.ts";

test("with nothing set, the defaults of the documentation hold", () => {
  const config = readConfig({});
  assert.equal(config.port, 7300);
  assert.equal(config.host, "127.0.0.1");
  assert.equal(config.minIntervalSec, 30);
  assert.equal(config.rateLimitPerMinute, 120);
  assert.deepEqual([config.keepAuditDays, config.keepArfDays], [730, 90]);
  assert.equal(config.databaseUrl, undefined);
  assert.match(config.secretKeyFile, /data\/secret\.key$/);
});

test("a bad value stops the start with a sentence that names the variable", () => {
  for (const [name, value] of [
    ["VEDETTE_PORT", "http"],
    ["VEDETTE_PORT", "65536"],
    ["VEDETTE_PORT", "-1"],
    ["VEDETTE_MIN_INTERVAL_SEC", "0"],
    ["VEDETTE_KEEP_AUDIT_DAYS", "0"],
    ["VEDETTE_KEEP_ARF_DAYS", "never"],
    ["VEDETTE_LOG_LEVEL", "loud"],
    ["VEDETTE_EMBEDDED_COLLECTOR", "yes"],
    ["VEDETTE_TRUSTED_PROXIES", "10.0.0.1, proxy.example.net"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["VEDETTE_FEED_KEV_URL", "file:///etc/passwd"],
    ["VEDETTE_FEED_KEV_URL", "https://user:secret@mirror.test/kev.json"],
    ["VEDETTE_FEED_NVD_URL", "https://mirror.test/nvd.json.gz"],
    ["VEDETTE_FEED_OSV_URL", "https://mirror.test/all.zip"],
    ["VEDETTE_FEED_DEBIAN_URL", "https://mirror.test/json, nonsense"],
  ] as const) {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: unknown) => error instanceof Problem && error.message.includes(name),
    );
  }
});

test("a misspelt setting is told", () => {
  const { unknownSettings } = readConfig({ VEDETTE_DATADIR: "/x", VEDETTE_PORT: "1", HOME: "/" });
  assert.deepEqual(unknownSettings, ["VEDETTE_DATADIR"]);
});

test("an empty variable counts as not set", () => {
  assert.equal(readConfig({ VEDETTE_PORT: "", DATABASE_URL: "" }).port, 7300);
});

test("parts beside the server find what Node compiled for them before, and no secret of ours", () => {
  const found = { HOME: "/home/v", NODE_COMPILE_CACHE: "/cache/compiled" };
  const secrets = { DATABASE_URL: "postgres://v:secret@db/vedette", SNMP_COMMUNITY: "secret" };
  const { childEnvironment } = readConfig({ ...found, ...secrets });
  assert.deepEqual(childEnvironment, found);
});

test("feeds come from their publishers, or from a mirror that is named", () => {
  const { feedSources } = readConfig({
    VEDETTE_FEED_DEBIAN_URL: "https://a.test/json, https://b.test/json",
    VEDETTE_FEED_OSV_ECOSYSTEMS: "PyPI, Rocky Linux,",
  });
  assert.deepEqual(feedSources.debian, ["https://a.test/json", "https://b.test/json"]);
  assert.deepEqual(feedSources.osvEcosystems, ["PyPI", "Rocky Linux"]);
  assert.match(feedSources.nvd, /^https:\/\/nvd\.nist\.gov\/.*\{part\}/);
});
