import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { createSealedBox } from "#platform/crypto";
import { type Settings, openSettings, sealSecrets, splitSettings } from "./secrets.ts";

const box = createSealedBox(randomBytes(32));
const sensorId = "01990000-0000-7000-8000-000000000001";

test("no credential of any type stays in the open settings", () => {
  const cases: [Parameters<typeof splitSettings>[0], Settings, Settings, Settings | null][] = [
    ["snmp", { version: "2c", community: "S" }, { version: "2c" }, { community: "S" }],
    [
      "snmp",
      { version: 3, user: "mon", authPassword: "S", privPassword: "S", privProtocol: "AES" },
      { version: 3, user: "mon", privProtocol: "AES" },
      { authPassword: "S", privPassword: "S" },
    ],
    [
      "http",
      {
        method: "GET",
        headers: { Authorization: "S", "X-Key": "S" },
        basicAuth: { user: "u", password: "S" },
        bearerToken: "S",
      },
      { method: "GET", headers: {}, basicAuth: { user: "u" } },
      {
        headers: { Authorization: "S", "X-Key": "S" },
        basicAuth: { password: "S" },
        bearerToken: "S",
      },
    ],
    ["icmp", { packets: 3 }, { packets: 3 }, null],
    ["tls", { minDaysLeft: 14, ca: "PEM" }, { minDaysLeft: 14, ca: "PEM" }, null],
    ["tcp", {}, {}, null],
  ];
  for (const [type, whole, settings, secrets] of cases) {
    assert.deepEqual(splitSettings(type, whole), { settings, secrets });
  }
});

test("split, sealed and opened, the settings are what they were, whatever the header names", () => {
  const headers = fc.dictionary(
    fc.constantFrom("Authorization", "__proto__", "constructor", "x"),
    fc.string({ minLength: 1 }),
  );
  const http = fc.record(
    {
      headers,
      basicAuth: fc.record({ user: fc.string(), password: fc.string({ minLength: 1 }) }),
      bearerToken: fc.string({ minLength: 1 }),
      body: fc.string(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(http, (whole) => {
      const { settings, secrets } = splitSettings("http", whole);
      const sealed = sealSecrets(box, sensorId, secrets);
      assert.deepEqual(normal(openSettings(box, sensorId, settings, sealed)), normal(whole));
    }),
  );
});

test("sealed credentials open in their own row alone", () => {
  const sealed = sealSecrets(box, sensorId, { community: "public" });
  assert.notEqual(sealed, null);
  assert.throws(() => openSettings(box, "another", { version: 1 }, sealed), /does not open/);
});

/** Order of keys and prototypes say nothing. */
function normal(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, inner]) => [name, normal(inner)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
