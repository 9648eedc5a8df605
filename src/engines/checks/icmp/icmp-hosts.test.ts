import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CheckOutcome } from "#engines/check-types";
import { createNameCache } from "../names/index.ts";
import { createIcmpEngine, type IcmpEngine } from "./index.ts";
import { type FakeReply, startEchoResponder } from "./testing/echo-responder.ts";
import { allowPingSockets, answerPings, enterOwnNetwork } from "../own-network.ts";

enterOwnNetwork();
const names = createNameCache({ permit: () => null });

const unreachableBy = (from: string): FakeReply => ({ from, type: 3, code: 1, quoteBytes: 28 });

/** What 127.1.0.x do with a request. */
const hosts: Record<string, (nth: number) => readonly FakeReply[]> = {
  "127.1.0.1": (nth) => (nth === 2 ? [] : [{}]), // loses the second packet
  "127.1.0.2": () => [{}, {}, { afterMs: 5 }], // answers three times
  "127.1.0.3": () => [
    { from: "127.1.0.99" }, // a stranger answers
    { change: (message) => message.writeUInt16BE(message.readUInt16BE(6) ^ 1, 6) }, // another sequence
    { change: (message) => message.writeUInt32BE((message.readUInt32BE(8) ^ 1) >>> 0, 8) }, // another serial
    { change: (message) => message.writeUInt32BE((message.readUInt32BE(12) ^ 1) >>> 0, 12) }, // another program
    { type: 14 }, // timestamp reply
  ],
  "127.1.0.4": (nth) => (nth === 1 ? [{ afterMs: 450 }] : []), // too late for the first check, silent in the second
  "127.1.0.5": () => [unreachableBy("127.1.0.254")],
  "127.1.0.6": () => [{ ...unreachableBy("127.1.0.254"), quoteBytes: 48, type: 11, code: 0 }],
  "127.1.0.7": (nth) => (nth === 1 ? [unreachableBy("127.1.0.254")] : [{}]),
  "127.1.0.8": (nth) => [{ afterMs: 20 * nth }],
  "127.1.0.9": () => [{ type: 5, code: 1, quoteBytes: 28 }, {}], // a redirect is no failure
};

for (const method of ["datagram", "raw"] as const) {
  describe(
    `icmp with ${method} sockets, against hosts that misbehave`,
    { concurrency: true },
    () => {
      let engine: IcmpEngine;
      let responder: ReturnType<typeof startEchoResponder>;
      const ping = (target: string, packets = 3, timeoutMs = 3000): Promise<CheckOutcome> =>
        engine.check({ type: "icmp", target, icmp: { packets } }, { timeoutMs });

      before(async () => {
        allowPingSockets(true);
        answerPings(false);
        responder = startEchoResponder((address, nth) => hosts[address]?.(nth) ?? []);
        engine = createIcmpEngine({ names, methods: [method] });
        assert.deepEqual(await engine.methods(), { ipv4: method, ipv6: method });
      });
      after(async () => {
        await engine.close();
        responder.close();
        answerPings(true);
      });

      test("a lost packet is loss, not failure", async () => {
        const outcome = await ping("127.1.0.1");
        assert.equal(outcome.ok, true);
        assert.ok(Math.abs((outcome.lossPercent ?? 0) - 100 / 3) < 1e-9);
        assert.ok(outcome.latencyMs !== null && outcome.jitterMs !== null);
      });

      test("a packet that is answered three times counts once", async () => {
        const outcome = await ping("127.1.0.2");
        assert.deepEqual([outcome.ok, outcome.lossPercent], [true, 0]);
      });

      test("answers of strangers, to other packets and of other programs are none", async () => {
        const outcome = await ping("127.1.0.3", 2, 400);
        assert.equal(outcome.causeCode, "timeout");
        assert.equal(outcome.cause, "no answer from 127.1.0.3 to 2 packets within 0.4 s");
        assert.deepEqual([outcome.lossPercent, outcome.latencyMs], [100, null]);
      });

      test("an answer that comes after the check does not count for the next one", async () => {
        assert.equal((await ping("127.1.0.4", 1, 300)).causeCode, "timeout");
        assert.equal((await ping("127.1.0.4", 1, 300)).causeCode, "timeout");
      });

      test("an ICMP error ends the check at once and says who sent it", async () => {
        const startedAt = performance.now();
        const outcome = await ping("127.1.0.5", 1, 5000);
        assert.ok(performance.now() - startedAt < 3000);
        assert.equal(outcome.causeCode, "unreachable");
        const cause = '127.1.0.5 is unreachable: 127.1.0.254 answers "host unreachable"';
        assert.equal(outcome.cause, cause);
        const looping = await ping("127.1.0.6", 1, 5000);
        assert.match(looping.cause ?? "", /time to live exceeded/);
      });

      test("an error for one packet does not spoil the others", async () => {
        const outcome = await ping("127.1.0.7", 2);
        assert.equal(outcome.ok, true);
        assert.equal(outcome.lossPercent, 50);
      });

      test("a redirect is not an error", async () => {
        assert.equal((await ping("127.1.0.9", 1)).ok, true);
      });

      test("replies that come later and later are told by the mean and the jitter", async () => {
        const { latencyMs, jitterMs } = await ping("127.1.0.8", 3, 2000);
        assert.ok(latencyMs !== null && latencyMs >= 40 && latencyMs < 500, `mean ${latencyMs}`);
        assert.ok(jitterMs !== null && jitterMs > 0 && jitterMs < 300, `jitter ${jitterMs}`);
      });

      test("the packets of one check are spread, not sent at once", async () => {
        const startedAt = performance.now();
        await ping("127.1.0.2", 3, 3000);
        assert.ok(performance.now() - startedAt >= 390);
      });
    },
  );
}
