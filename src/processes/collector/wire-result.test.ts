import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import { type CheckOutcome, emptyOutcome } from "#engines/check-types";
import { CheckResult } from "#wire/collector.v1";
import { wireResult } from "./wire-result.ts";

const wire = Compile(CheckResult);
const sensorId = "01990000-0000-7000-8000-000000000001";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 700 }),
  fc.string({ unit: fc.constantFrom("a", "\0", "\ud800", "\udc00") }),
  fc.constant("\u{1F600}".repeat(300)),
);
const number = fc.option(fc.oneof(fc.double(), fc.integer()), { nil: null });
const outcome: fc.Arbitrary<CheckOutcome> = fc.record({
  ok: fc.boolean(),
  cause: fc.option(text, { nil: null }),
  causeCode: fc.constantFrom(null, "timeout", "status"),
  latencyMs: number,
  httpStatus: number,
  certDaysLeft: number,
  lossPercent: number,
  jitterMs: number,
  address: fc.option(text, { nil: null }),
  phases: fc.option(
    fc.record({ dnsMs: fc.double(), connectMs: fc.double() }, { requiredKeys: [] }),
    { nil: null },
  ),
  tls: fc.option(
    fc.record(
      {
        protocol: text,
        cipher: text,
        names: fc.array(text, { maxLength: 30 }),
        certificates: fc.array(
          fc.record({
            subject: text,
            issuer: text,
            validFromAt: fc.option(fc.integer(), { nil: null }),
            validToAt: fc.option(fc.integer(), { nil: null }),
          }),
          { maxLength: 8 },
        ),
      },
      { requiredKeys: ["protocol", "cipher"] },
    ),
    { nil: null },
  ),
  interfaces: fc.option(
    fc.array(
      fc.record({
        name: text,
        alias: fc.option(text, { nil: null }),
        ifIndex: number,
        adminStatus: fc.constantFrom("up", "down", "missing"),
        operStatus: fc.constantFrom("up", "lowerLayerDown", "notPresent"),
        speedBps: number,
        inBps: number,
        outBps: number,
        inErrorsPerSec: number,
        outErrorsPerSec: number,
        inDiscardsPerSec: number,
        outDiscardsPerSec: number,
        utilisationPercent: number,
      }),
      { maxLength: 5 },
    ),
    { nil: null },
  ),
  host: fc.option(
    fc.array(
      fc.record({
        aspect: fc.constantFrom("cpu", "memory", "storage", "uptime"),
        name: text,
        percent: number,
        used: number,
        total: number,
        seconds: number,
      }),
      { maxLength: 5 },
    ),
    { nil: null },
  ),
});

test("whatever a device answered, the server accepts the result, also after it was JSON", () => {
  fc.assert(
    fc.property(outcome, (found) => {
      const result = wireResult(sensorId, 1_700_000_000_000, found);
      const travelled: unknown = JSON.parse(JSON.stringify(result));
      assert.ok(wire.Check(travelled), JSON.stringify(wire.Errors(travelled)));
      assert.deepEqual(travelled, result);
      const said = JSON.stringify(travelled);
      assert.ok(!said.includes("\\u0000") && !/\\ud[89a-f]/.test(said), "PostgreSQL takes neither");
    }),
  );
});

test("a plain success is short, and what was found arrives", () => {
  assert.deepEqual(wireResult(sensorId, 5, { ...emptyOutcome, ok: true, latencyMs: 1.23456 }), {
    sensorId,
    at: 5,
    ok: true,
    latencyMs: 1.235,
  });
  const found = wireResult(sensorId, 5, {
    ...emptyOutcome,
    cause: "HTTP 503 from https://x, expected 200-299",
    causeCode: "status",
    httpStatus: 503,
    certDaysLeft: -3,
    phases: { dnsMs: 1 },
    tls: { protocol: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384" },
    address: "192.0.2.1",
  });
  assert.partialDeepStrictEqual(found, {
    cause: "HTTP 503 from https://x, expected 200-299",
    causeCode: "status",
    httpStatus: 503,
    certDaysLeft: -3,
    detail: { address: "192.0.2.1", phases: { dnsMs: 1 }, tls: { protocol: "TLSv1.3" } },
  });
});
