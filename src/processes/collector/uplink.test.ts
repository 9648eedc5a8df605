import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { FailureShare, type UplinkEvidence, decideUplink } from "./uplink.ts";

const evidence: fc.Arbitrary<UplinkEvidence> = fc.record({
  gateway: fc.constantFrom("answers", "silent", "unknown"),
  server: fc.record({
    reachable: fc.boolean(),
    behind: fc.constantFrom("nothing", "network", "gateway"),
  }),
});

test("sensors that are down while the uplink is fine are blamed", () => {
  const fine: UplinkEvidence[] = [
    { gateway: "answers", server: { reachable: true, behind: "gateway" } },
    { gateway: "answers", server: { reachable: true, behind: "nothing" } },
    { gateway: "answers", server: { reachable: false, behind: "network" } },
    { gateway: "unknown", server: { reachable: true, behind: "network" } },
    { gateway: "silent", server: { reachable: true, behind: "gateway" } },
  ];
  for (const one of fine) assert.equal(decideUplink(one), null, JSON.stringify(one));
});

test("a pulled cable, a dead gateway and a cut line are the uplink's fault, and said as such", () => {
  const broken: [UplinkEvidence, RegExp][] = [
    [{ gateway: "silent", server: { reachable: false, behind: "gateway" } }, /gateway.*does not/],
    [{ gateway: "silent", server: { reachable: true, behind: "nothing" } }, /gateway.*does not/],
    [{ gateway: "answers", server: { reachable: false, behind: "gateway" } }, /server beyond/],
    [{ gateway: "unknown", server: { reachable: false, behind: "network" } }, /on this network/],
  ];
  for (const [one, sentence] of broken) assert.match(decideUplink(one) ?? "", sentence);
});

test("a gateway that never answers pings accuses nobody, and a server on this machine neither", () => {
  fc.assert(
    fc.property(evidence, (one) => {
      const silent = { ...one, gateway: "unknown" } as const;
      const here = { ...silent, server: { ...one.server, behind: "nothing" } } as const;
      assert.equal(decideUplink(here), null);
      if (one.server.reachable) assert.equal(decideUplink(silent), null);
      if (one.server.reachable && one.server.behind === "gateway")
        assert.equal(decideUplink(one), null);
    }),
  );
});

test("the share counts each sensor once, by its latest outcome within the window", () => {
  const event = fc.record({
    id: fc.nat(6),
    ok: fc.boolean(),
    pauseMs: fc.nat(20_000),
    gone: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const share = new FailureShare(60_000);
      const model = new Map<number, { at: number; ok: boolean }>();
      let now = 1_000_000;
      for (const { id, ok, pauseMs, gone } of events) {
        now += pauseMs;
        if (gone) {
          share.forget(String(id));
          model.delete(id);
        } else {
          share.add(String(id), ok, now);
          model.set(id, { at: now, ok });
        }
        const recent = [...model.values()].filter(({ at }) => at > now - 60_000);
        const failing = recent.filter((one) => !one.ok).length;
        assert.equal(share.isMost(now), failing >= 3 && failing > recent.length / 2);
      }
    }),
  );
});
