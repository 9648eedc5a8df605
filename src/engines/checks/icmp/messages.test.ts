import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { EchoProblem, EchoRequest, EchoResult } from "./echo-check.ts";
import { readRequests, readResults, RequestBatch, ResultBatch } from "./messages.ts";

const plain = { noNullPrototype: true };
const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const int31 = fc.nat(0x7fffffff);
const request: fc.Arbitrary<EchoRequest> = fc.record(
  {
    id: int31,
    family: fc.constantFrom(4 as const, 6 as const),
    packets: fc.integer({ min: 1, max: 20 }),
    timeoutMs: int31,
    scope: int31,
    w0: uint32,
    w1: uint32,
    w2: uint32,
    w3: uint32,
  },
  plain,
);
const problem: fc.Arbitrary<EchoProblem | null> = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant("errno" as const), errno: fc.nat(200) }, plain),
);
const result: fc.Arbitrary<EchoResult> = fc.record(
  {
    sent: fc.nat(20),
    received: fc.nat(20),
    meanMs: fc.double({ noNaN: true }),
    jitterMs: fc.double({ noNaN: true }),
    problem,
  },
  plain,
);

test("requests and results reach the other thread as they were, batch after batch", () => {
  const requests = new RequestBatch();
  const results = new ResultBatch(300);
  fc.assert(
    fc.property(
      fc.array(request, { maxLength: 300 }),
      fc.array(fc.tuple(int31, result), { maxLength: 300 }),
      (asked, answered) => {
        for (const each of asked) requests.add(each);
        assert.deepEqual(readRequests(structuredClone(requests.take())), asked);
        assert.ok(requests.empty);
        for (const [id, each] of answered) results.add(id, each);
        const read: [number, EchoResult][] = [];
        readResults(structuredClone(results.take()), (id, each) => read.push([id, each]));
        assert.deepEqual(read, answered);
        assert.ok(results.empty);
      },
    ),
  );
});
