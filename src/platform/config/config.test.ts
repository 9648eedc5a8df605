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
  assert.equal(config.databaseUrl, undefined);
  assert.match(config.secretKeyFile, /data\/secret\.key$/);
});

test("a bad value stops the start with a sentence that names the variable", () => {
  for (const [name, value] of [
    ["VEDETTE_PORT", "http"],
    ["VEDETTE_PORT", "65536"],
    ["VEDETTE_PORT", "-1"],
    ["VEDETTE_MIN_INTERVAL_SEC", "0"],
    ["VEDETTE_LOG_LEVEL", "loud"],
    ["VEDETTE_EMBEDDED_COLLECTOR", "yes"],
    ["DATABASE_URL", "mysql://localhost/x"],
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
