import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type FindingContent, type KnownFinding, type SeenFinding, findingKey } from "./finding.ts";
import type { Detector } from "./life-cycle.ts";
import { movedFindings, planMoves } from "./plan-moves.ts";

const at = 1000;
const content = {} as FindingContent;

function known(change: Partial<KnownFinding> & { id: string }): KnownFinding {
  return {
    assetId: "a",
    protocol: "",
    port: 0,
    weakness: "CVE-1",
    package: "openssh",
    contentHash: "",
    scanProduct: null,
    scanVersion: null,
    scanPackage: null,
    agentPackage: "openssh",
    byAgent: true,
    status: "accepted",
    statusAt: at,
    acceptedUntil: null,
    firstSeenAt: at,
    lastSeenAt: at,
    reopenedAt: null,
    resolvedAt: null,
    seenAt: { scan: null, agent: at, import: null },
    ...change,
  };
}

function seen(change: Partial<SeenFinding> = {}): SeenFinding {
  return {
    assetId: "a",
    protocol: "",
    port: 0,
    weakness: "CVE-1",
    package: "openssh",
    packageSource: "openssh",
    at,
    content,
    ...change,
  };
}

const onPort = (port: number) => ({ protocol: "tcp" as const, port, package: "" });

test("a finding of a package becomes one of the port at which a scan sees that package answer", () => {
  const [move] = planMoves([known({ id: "f" })], [seen(onPort(22))], "scan");
  assert.equal(move?.known.id, "f");
  const [after] = movedFindings([known({ id: "f" })], move === undefined ? [] : [move]);
  assert.equal(after && findingKey(after), findingKey(seen(onPort(22))));
});

test("it becomes one of the host again when the agent still sees it and nothing answers at the port any more", () => {
  const gone = known({ id: "f", ...onPort(22) });
  assert.equal(planMoves([gone], [seen()], "agent").length, 1);
  const stillThere = known({
    id: "f",
    ...onPort(22),
    seenAt: { scan: at, agent: at, import: null },
  });
  assert.deepEqual(planMoves([stillThere], [seen()], "agent"), []);
});

test("a scan takes no finding from one port to another", () => {
  assert.deepEqual(
    planMoves([known({ id: "f", ...onPort(22) })], [seen(onPort(2222))], "scan"),
    [],
  );
});

test("only a finding of the same package moves, and never one that is seen where it is", () => {
  const others = [
    known({ id: "other asset", assetId: "b" }),
    known({ id: "other CVE", weakness: "CVE-2" }),
    known({ id: "other package", agentPackage: "dropbear", package: "dropbear" }),
    known({ id: "of a scan alone", agentPackage: null, ...onPort(80) }),
  ];
  assert.deepEqual(planMoves(others, [seen(onPort(22))], "scan"), []);
  assert.deepEqual(planMoves([known({ id: "f" })], [seen(), seen(onPort(22))], "agent"), []);
});

test("of several that could move, one that is not resolved does", () => {
  const gone = known({ id: "gone", ...onPort(22), status: "resolved" });
  const accepted = known({ id: "accepted", ...onPort(2222) });
  for (const rows of [
    [gone, accepted],
    [accepted, gone],
  ]) {
    assert.deepEqual(
      planMoves(rows, [seen()], "agent").map((move) => move.known.id),
      ["accepted"],
    );
  }
});

test("what only a scan knows to be of the package moves, too", () => {
  const ofScan = known({ id: "f", agentPackage: null, scanPackage: "openssh", ...onPort(22) });
  assert.equal(planMoves([ofScan], [seen()], "agent").length, 1);
});

test("of two ports one inherits the finding, the other gets its own", () => {
  const moves = planMoves([known({ id: "f" })], [seen(onPort(22)), seen(onPort(2222))], "scan");
  assert.deepEqual(
    moves.map(({ known: { id }, port }) => [id, port]),
    [["f", 22]],
  );
});

const place = fc.constantFrom(
  { protocol: "" as const, port: 0, package: "p" },
  { protocol: "" as const, port: 0, package: "q" },
  onPort(22),
  onPort(80),
);
const weakness = fc.constantFrom("CVE-1", "CVE-2");
const anyKnown = fc
  .uniqueArray(
    fc.record({
      place,
      weakness,
      agentPackage: fc.constantFrom(null, "p", "q"),
      scan: fc.constantFrom(null, at),
    }),
    { selector: (one) => findingKey({ ...one.place, assetId: "a", weakness: one.weakness }) },
  )
  .map((rows) =>
    rows.map((row, i) =>
      known({
        ...row.place,
        id: `f${i}`,
        weakness: row.weakness,
        agentPackage: row.agentPackage,
        seenAt: { scan: row.scan, agent: at, import: null },
      }),
    ),
  );
const anySeen = fc
  .array(fc.record({ place, weakness, packageSource: fc.constantFrom(null, "p", "q") }))
  .map((all) => all.map((one) => seen({ ...one.place, ...one })));

test("after any moves there is still one finding for each place and weakness, and the same findings", () => {
  fc.assert(
    fc.property(
      anyKnown,
      anySeen,
      fc.constantFrom<Detector>("scan", "agent", "import"),
      (rows, sightings, detector) => {
        const after = movedFindings(rows, planMoves(rows, sightings, detector));
        assert.equal(new Set(after.map(findingKey)).size, rows.length);
        assert.deepEqual(
          after.map(({ id }) => id),
          rows.map(({ id }) => id),
        );
        // Moved once, they are where they are seen: the same sightings move nothing again.
        assert.deepEqual(planMoves(after, sightings, detector), []);
      },
    ),
  );
});
