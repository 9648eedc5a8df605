import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decidePresence, isOnline, silentAfterMs } from "./presence.ts";

test("a collector is offline after 90 s of silence, not before", () => {
  assert.equal(isOnline(1000, 1000 + silentAfterMs - 1), true);
  assert.equal(isOnline(1000, 1000 + silentAfterMs), false);
  assert.equal(isOnline(null, 0), false);
});

test("silence opens one incident, dated to when it was last heard of, and closes when it is heard of again", () => {
  const silent = { lastSeenAt: 1000, openIncident: null };
  assert.deepEqual(decidePresence(silent, 0, 200_000), { kind: "open", openedAt: 1000 });
  const open = { id: "i", openedAt: 1000 };
  assert.deepEqual(decidePresence({ ...silent, openIncident: open }, 0, 300_000), { kind: "none" });
  assert.deepEqual(decidePresence({ lastSeenAt: 310_000, openIncident: open }, 0, 311_000), {
    kind: "close",
    closedAt: 310_000,
  });
});

test("a server that was away itself does not blame its collectors", () => {
  const silent = { lastSeenAt: 1000, openIncident: null };
  assert.deepEqual(decidePresence(silent, 500_000, 500_000 + silentAfterMs - 1), { kind: "none" });
  assert.deepEqual(decidePresence(silent, 500_000, 500_000 + silentAfterMs), {
    kind: "open",
    openedAt: 1000,
  });
});

test("a collector that has never been heard of has no incident", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (since, now) => {
      assert.deepEqual(decidePresence({ lastSeenAt: null, openIncident: null }, since, now), {
        kind: "none",
      });
    }),
  );
});
