import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type CauseCode,
  type CheckEngine,
  type CheckOutcome,
  type CheckType,
  emptyOutcome,
  type SpecOf,
} from "#engines/check-types";
import { type DnsServer, startEmptyDnsServer } from "./dns-server.ts";
import { createNameCache, type NameCache } from "./names/index.ts";

/** The real servers that a contract suite asks, and the questions for them. */
export interface ContractTargets<T extends CheckType> {
  /** Answers well. */
  good: SpecOf<T>;
  /** Nobody is there; which codes are right for that. */
  nothing: SpecOf<T>;
  nothingCodes: readonly CauseCode[];
  /** Takes what it is sent and never answers. */
  hanging: SpecOf<T>;
  /** The question of `good`, put to another host (a name or an address); it need not answer well there. */
  at(host: string): SpecOf<T>;
  /** The question of `good` with a target that may be nonsense. */
  withTarget(target: string): SpecOf<T>;
  close(): Promise<void>;
}

/** What an engine brings to the suite. */
export interface EngineContract<T extends CheckType> {
  type: T;
  /** Which variant of the engine this is, when there are several. */
  variant?: string;
  create(options: { names: NameCache }): CheckEngine<T>;
  startTargets(): Promise<ContractTargets<T>>;
}

const graceMs = 1000; // of a loaded machine, not of the engines
const refusedAddress = "192.0.2.1"; // TEST-NET-1, RFC 5737
const nonsense = [
  "",
  " ",
  "a b",
  "\u0000",
  ":",
  ":::",
  "[",
  "[]:80",
  "999.1.1.1:80",
  "host:0",
  "host:65536",
  "-",
  "a..b",
  "http://",
  "//x",
  "\u202ehost",
  "%00",
  "a@b:1",
  `${"a".repeat(64)}.test:80`,
  "x".repeat(2000),
];

/** Registers the tests that every engine must pass, each against the engine's own real server. */
export function engineContract<T extends CheckType>(contract: EngineContract<T>): void {
  const name = contract.variant === undefined ? "" : ` (${contract.variant})`;
  describe(`the ${contract.type} engine${name} keeps the contract of engines`, () => {
    let dns: DnsServer;
    let names: NameCache;
    let targets: ContractTargets<T>;
    let engine: CheckEngine<T>;

    before(async () => {
      dns = await startEmptyDnsServer();
      names = createNameCache({
        permit: (address) => (address === refusedAddress ? "the test forbids it" : null),
        servers: [dns.address],
      });
      targets = await contract.startTargets();
      engine = contract.create({ names });
    });
    after(async () => {
      await engine.close();
      await targets.close();
      names.close();
      await dns.close();
    });
    const check = async (spec: SpecOf<T>, timeoutMs = 5000): Promise<CheckOutcome> => {
      const outcome = await engine.check(spec, { timeoutMs });
      assertShape(outcome);
      return outcome;
    };

    test("a good target is ok", async () => {
      const outcome = await check(targets.good);
      assert.equal(outcome.cause, null);
      assert.equal(outcome.ok, true);
      assert.ok(outcome.latencyMs !== null && outcome.latencyMs > 0);
    });

    test("where nobody is, the cause names the target and has a code", async () => {
      const outcome = await check(targets.nothing, 1000);
      assert.equal(outcome.ok, false);
      assert.equal(outcome.latencyMs, null);
      assert.ok(outcome.causeCode !== null && targets.nothingCodes.includes(outcome.causeCode));
      assert.ok(outcome.cause?.includes(hostOf(targets.nothing.target)), outcome.cause ?? "");
    });

    test("a target that hangs is a timeout at the deadline, and the cause says how long", async () => {
      const startedAt = performance.now();
      const outcome = await check(targets.hanging, 400);
      const tookMs = performance.now() - startedAt;
      assert.equal(outcome.causeCode, "timeout");
      assert.match(outcome.cause ?? "", /0\.4 s/);
      assert.ok(outcome.cause?.includes(hostOf(targets.hanging.target)), outcome.cause ?? "");
      assert.ok(tookMs > 350 && tookMs < 400 + graceMs, `took ${tookMs} ms`);
    });

    test("a name that does not exist is a DNS failure", async () => {
      const outcome = await check(targets.at("no-such-name.test"));
      assert.equal(outcome.causeCode, "dns");
      assert.match(outcome.cause ?? "", /^DNS: no address for "no-such-name\.test" \(NXDOMAIN\)/);
    });

    test("the address behind a name is reported", async () => {
      assert.equal((await check(targets.at("localhost"))).address, "127.0.0.1");
    });

    test("a forbidden address is refused, and the cause says by which rule", async () => {
      const outcome = await check(targets.at(refusedAddress));
      assert.equal(outcome.causeCode, "target_refused");
      assert.match(outcome.cause ?? "", /192\.0\.2\.1.*the test forbids it/);
    });

    test("nonsense as a target is a failure with a cause, never a rejection", async () => {
      for (const target of nonsense) {
        const outcome = await check(targets.withTarget(target), 2000);
        assert.equal(outcome.ok, false, JSON.stringify(target));
      }
    });

    test("a hundred checks at once are all ok", async () => {
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => check(targets.good)));
      assert.deepEqual(
        outcomes.filter((outcome) => !outcome.ok),
        [],
      );
    });

    test("after close nothing is left open, whatever was asked before", async () => {
      const handlesBefore = handles();
      const own = contract.create({ names });
      const outcomes = await Promise.all([
        own.check(targets.good, { timeoutMs: 2000 }),
        own.check(targets.nothing, { timeoutMs: 300 }),
        own.check(targets.hanging, { timeoutMs: 300 }),
      ]);
      outcomes.forEach(assertShape);
      const underWay = own.check(targets.hanging, { timeoutMs: 500 });
      await own.close();
      const interrupted = await underWay;
      assertShape(interrupted);
      assert.equal(interrupted.ok, false);
      const endAt = performance.now() + 3000;
      while (more(handles(), handlesBefore).length > 0 && performance.now() < endAt) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.deepEqual(more(handles(), handlesBefore), []);
    });
  });
}

/** Every field is there, and a failure says why, in words that fit. */
function assertShape(outcome: CheckOutcome): void {
  assert.deepEqual(Object.keys(outcome).toSorted(), Object.keys(emptyOutcome).toSorted());
  if (outcome.ok) {
    assert.deepEqual([outcome.cause, outcome.causeCode], [null, null]);
    return;
  }
  assert.notEqual(outcome.causeCode, null);
  assert.ok(outcome.cause !== null && outcome.cause.length > 0 && outcome.cause.length <= 500);
}

function hostOf(target: string): string {
  const host = /^(?:[a-z]+:\/\/)?(\[[^\]]*\]|[^:/]*)/.exec(target)?.[1] ?? target;
  return host.replace(/[[\]]/g, "");
}

function handles(): string[] {
  return process.getActiveResourcesInfo().filter((name) => name !== "Immediate");
}

/** What `now` has and `earlier` has not, counted. */
function more(now: readonly string[], earlier: readonly string[]): string[] {
  const left = [...earlier];
  return now.filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}
