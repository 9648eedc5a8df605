import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import type { CheckOutcome } from "#engines/check-types";
import { createNameCache } from "../names/index.ts";
import { startEchoClient } from "./echo-client.ts";
import { createIcmpEngine, type IcmpEngine } from "./index.ts";
import { until } from "#test/until";
import {
  allowPingSockets,
  enterOwnNetwork,
  ip,
  makeSilentAddress,
  withoutRawSockets,
} from "../own-network.ts";

enterOwnNetwork();
const silent = makeSilentAddress();
writeFileSync("/proc/sys/net/ipv4/neigh/silent0/retrans_time_ms", "30");
const names = createNameCache({ permit: () => null });

for (const method of ["datagram", "raw"] as const) {
  describe(`icmp with ${method} sockets, against the kernel`, () => {
    let engine: IcmpEngine;
    const ping = (target: string, packets = 1, timeoutMs = 2000): Promise<CheckOutcome> =>
      engine.check({ type: "icmp", target, icmp: { packets } }, { timeoutMs });
    before(async () => {
      allowPingSockets(true);
      engine = createIcmpEngine({ names, methods: [method] });
      await engine.methods();
    });
    after(() => engine.close());

    test("IPv6 is asked like IPv4, zones included", async () => {
      assert.equal((await ping("[::1]", 3)).lossPercent, 0);
      ip("addr replace fe80::77/64 dev silent0 nodad");
      await until(async () => (await ping("fe80::77%silent0")).ok, {
        what: "the zone is used",
        timeoutMs: 15_000,
      });
      const unknown = await ping("fe80::77%nowhere0");
      assert.match(unknown.cause ?? "", /this collector has no interface "nowhere0"/);
    });

    test("what the routing table says is told in words", async () => {
      ip("route replace unreachable 198.51.100.0/24");
      ip("route replace prohibit 203.0.113.0/24");
      ip("-6 route replace unreachable 2001:db8::/32");
      for (const [target, code, words] of [
        ["198.51.100.1", "unreachable", /^host unreachable: no path to 198\.51\.100\.1/],
        ["203.0.113.1", "not_permitted", /forbids traffic to 203\.0\.113\.1/],
        ["192.0.2.1", "unreachable", /no route to 192\.0\.2\.1/],
        ["2001:db8::1", "unreachable", /2001:db8::1/],
      ] as const) {
        const outcome = await ping(target);
        assert.equal(outcome.causeCode, code, target);
        assert.match(outcome.cause ?? "", words);
      }
    });

    test("a neighbour that does not exist is told from one that is silent", async () => {
      const outcome = await ping("10.77.0.55", 1, 8000);
      assert.equal(outcome.causeCode, "unreachable");
      assert.match(outcome.cause ?? "", /nobody on the local network of this collector answers/);
    });

    test("round trips are true while the main thread is busy", async () => {
      const outcomes: CheckOutcome[] = [];
      const checks = Array.from({ length: 40 }, async (_, index) => {
        await wait(index * 5);
        outcomes.push(await ping("127.0.0.1"));
      });
      const busyUntil = performance.now() + 400;
      while (performance.now() < busyUntil) {
        const blockedUntil = performance.now() + 50;
        while (performance.now() < blockedUntil);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(checks);
      const sorted = outcomes
        .map((outcome) => outcome.latencyMs ?? Infinity)
        .toSorted((a, b) => a - b);
      assert.equal(sorted.length, 40);
      assert.ok((sorted[20] ?? Infinity) < 5, `median ${sorted[20]} ms although blocks last 50 ms`);
    });
  });
}

test("more packets than there are sequence numbers: every check settles, and none wrongly", async (t) => {
  const engine = createIcmpEngine({ names });
  t.after(() => engine.close());
  const ping = (target: string, timeoutMs: number): Promise<CheckOutcome> =>
    engine.check({ type: "icmp", target, icmp: { packets: 1 } }, { timeoutMs });
  const many = 66_000;
  const outcomes = await Promise.all(Array.from({ length: many }, () => ping(silent, 1000)));
  // What found no number in time says so; all others got no answer.
  const codes = new Set(outcomes.map((outcome) => outcome.causeCode));
  codes.delete("timeout");
  codes.delete("internal");
  assert.deepEqual([...codes], []);
  assert.equal((await ping("127.0.0.1", 5000)).ok, true, "the engine is well afterwards");
});

test("without any privilege the cause says what to do", async () => {
  allowPingSockets(false);
  const outcome = await withoutRawSockets(async () => {
    const engine = createIcmpEngine({ names, methods: ["datagram", "raw"] });
    try {
      return await engine.check(
        { type: "icmp", target: "127.0.0.1", icmp: {} },
        { timeoutMs: 1000 },
      );
    } finally {
      await engine.close();
    }
  });
  assert.equal(outcome.causeCode, "not_permitted");
  assert.match(outcome.cause ?? "", /sysctl -w net\.ipv4\.ping_group_range="0 2147483647"/);
  assert.match(outcome.cause ?? "", /setcap cap_net_raw\+ep/);
  assert.match(outcome.cause ?? "", /--cap-add NET_RAW/);
});

test("a process without the privilege uses ping sockets, one with it raw ones where those are closed", async () => {
  const methodsFound = async (): Promise<unknown> => {
    const engine = createIcmpEngine({ names });
    const methods = await engine.methods();
    await engine.close();
    return methods;
  };
  allowPingSockets(false);
  assert.deepEqual(await methodsFound(), { ipv4: "raw", ipv6: "raw" });
  allowPingSockets(true);
  assert.deepEqual(await withoutRawSockets(methodsFound), { ipv4: "datagram", ipv6: "datagram" });
});

test("when the thread dies, the checks under way settle", async () => {
  const client = await startEchoClient([]); // no socket: the first request is more than it can bear
  const loopback = { family: 4, w0: 0x7f000001, w1: 0, w2: 0, w3: 0, scope: 0 } as const;
  const settled = await new Promise((resolve) => client.ping(loopback, 1, 1000, resolve));
  assert.ok(settled instanceof Error);
  assert.equal(client.alive, false);
  await client.close();
});
