/** Sweeps over a network that is played: answers come after a microtask, so that a test takes no time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Connector, ConnectOutcome, Destination } from "../connect/index.ts";
import { createConnectPool } from "../connect/index.ts";
import { sweepPorts, type SweepResult } from "./port-sweep.ts";
import { RoundTrip } from "./round-trip.ts";

const to: Destination = { address: "10.0.0.1", family: 4, words: [0x0a000001] };

interface Played {
  readonly answer: (port: number, nth: number) => ConnectOutcome;
  readonly atOnce?: number;
  readonly isAlive?: () => boolean;
  readonly signal?: AbortSignal;
}

async function sweep(
  ports: readonly number[],
  { answer, atOnce = 1000, isAlive = () => true, signal = new AbortController().signal }: Played,
): Promise<SweepResult & { tries: Map<number, number>; most: number; settled: number }> {
  const tries = new Map<number, number>();
  let underWay = 0;
  let most = 0;
  let settled = 0;
  const connector: Connector = {
    atOnce,
    ended: new Promise(() => undefined),
    connect(_to, port, _timeoutMs, listener) {
      const nth = (tries.get(port) ?? 0) + 1;
      tries.set(port, nth);
      most = Math.max(most, ++underWay);
      setImmediate(() => {
        underWay--;
        listener.settled(port, answer(port, nth), 1);
      });
    },
    close: () => Promise.resolve(),
  };
  const result = await sweepPorts(to, ports, {
    pool: createConnectPool(connector),
    permits: { grab: (_address, wanted) => wanted, take: () => Promise.resolve() },
    roundTrip: new RoundTrip(100),
    isAlive: () => Promise.resolve(isAlive()),
    onSettled: (count) => (settled += count),
    signal,
  });
  return { ...result, tries, most, settled };
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const sorted = (ports: readonly number[]) => ports.toSorted((a, b) => a - b);

test("whatever a network does, each port is looked at once or twice, and every open one is found", async () => {
  const behaviour = fc.constantFrom("open", "closed", "silent", "lost", "unreachable", "unsent");
  await fc.assert(
    fc.asyncProperty(
      fc.array(behaviour, { minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 80 }),
      async (ports, atOnce) => {
        const result = await sweep(range(1, ports.length), {
          atOnce,
          answer(port, nth) {
            const does = ports[port - 1];
            if (does === "lost") return nth === 1 ? "silent" : "open";
            if (does === "unsent") return nth === 1 ? "unsent" : "open";
            return does ?? "closed";
          },
        });
        const expected = ports.flatMap((does, index) =>
          ["open", "lost", "unsent"].includes(does) ? [index + 1] : [],
        );
        assert.deepEqual(result.open, expected);
        const refused = ports.flatMap((does, index) => (does === "closed" ? [index + 1] : []));
        assert.equal(result.refusedPort === null, refused.length === 0);
        assert.ok(result.refusedPort === null || refused.includes(result.refusedPort));
        assert.deepEqual(sorted(result.looked), range(1, ports.length));
        assert.equal(result.settled, ports.length);
        assert.equal(result.cut, null);
        assert.ok(result.most <= atOnce);
        for (const [port, count] of result.tries) {
          const twice = ["silent", "lost", "unsent"].includes(ports[port - 1] ?? "");
          assert.equal(count, twice ? 2 : 1);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("a host that stops answering is noticed long before the end; its silence settles nothing", async () => {
  let answers = 0;
  const result = await sweep(range(1, 20_000), {
    answer: () => (++answers > 500 ? "silent" : "closed"),
    isAlive: () => answers <= 500,
  });
  assert.equal(result.cut, "lost");
  assert.equal(result.looked.length, 500);
  assert.ok(result.tries.size < 2500, `${result.tries.size} ports were tried`);
});

test("silence at the very end is asked about, too", async () => {
  const gone = await sweep(range(1, 50), {
    answer: (port) => (port > 40 ? "silent" : "closed"),
    isAlive: () => false,
  });
  assert.equal(gone.cut, "lost");
  assert.deepEqual(sorted(gone.looked), range(1, 40));
  const filtered = await sweep(range(1, 50), {
    answer: (port) => (port > 40 ? "silent" : "closed"),
  });
  assert.equal(filtered.cut, null);
  assert.deepEqual(sorted(filtered.looked), range(1, 50));
});

test("more at once while answers come, fewer when they get lost, the same when a firewall is silent", async () => {
  const good = await sweep(range(1, 4000), { answer: () => "closed" });
  assert.equal(good.most, 512);
  const filtered = await sweep(range(1, 4000), { answer: () => "silent" });
  assert.equal(filtered.most, 64);
  let inFlight = 0;
  const lossy = await sweep(range(1, 3000), {
    answer: (_port, nth) => (nth === 1 && ++inFlight % 2 === 0 ? "silent" : "closed"),
  });
  assert.equal(lossy.cut, null);
  assert.equal(lossy.looked.length, 3000);
});

test("the time of a host ends its sweep with what is known", async () => {
  const time = new AbortController();
  let answers = 0;
  const result = await sweep(range(1, 5000), {
    answer(port) {
      if (++answers === 300) time.abort();
      return port % 10 === 0 ? "open" : "closed";
    },
    signal: time.signal,
  });
  assert.equal(result.cut, "time");
  assert.ok(result.looked.length >= 299 && result.looked.length <= 300);
  assert.ok(result.open.every((port) => port % 10 === 0 && result.looked.includes(port)));
});

test("a machine without sockets says so instead of reporting closed ports", async () => {
  await assert.rejects(
    sweep([80], { answer: () => "unsent" }),
    /no sockets or local ports left here to scan 10\.0\.0\.1 with/,
  );
});
