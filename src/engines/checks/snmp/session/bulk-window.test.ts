import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type BulkWindow, firstWindow, nextWindow, type WindowEvent } from "./bulk-window.ts";

const whole = (asked: number): WindowEvent => ({
  kind: "answered",
  asked,
  got: asked,
  octets: asked * 20,
});
const after = (...events: WindowEvent[]): BulkWindow => events.reduce(nextWindow, firstWindow);

test("whatever happens, the window stays between 1 and 64", () => {
  const event: fc.Arbitrary<WindowEvent> = fc.oneof(
    fc.constant({ kind: "overwhelmed" as const }),
    fc.constant({ kind: "finished" as const }),
    fc.record({
      kind: fc.constant("answered" as const),
      asked: fc.nat({ max: 200 }),
      got: fc.nat({ max: 200 }),
      octets: fc.nat({ max: 70_000 }),
    }),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let window = firstWindow;
      for (const each of events) {
        window = nextWindow(window, each);
        assert.ok(Number.isInteger(window.size) && window.size >= 1 && window.size <= 64);
      }
    }),
  );
});

test("it begins at 25, and grows only as far as answers fit into a packet", () => {
  assert.equal(firstWindow.size, 25);
  assert.equal(after(whole(25)).size, 50);
  assert.equal(after(whole(25), whole(50)).size, 64);
  const long = { kind: "answered", asked: 25, got: 25, octets: 2500 } as const;
  assert.equal(after(long).size, 25, "fragments are no reason to go below what others ask for");
  assert.equal(after({ ...long, octets: 900 }).size, 36);
});

test("an agent that cuts its answers itself is not asked for more", () => {
  assert.equal(after({ kind: "answered", asked: 25, got: 10, octets: 200 }).size, 25);
});

test("trouble halves it down to one, and from then on it grows by two for each good conversation", () => {
  const trouble = { kind: "overwhelmed" } as const;
  assert.deepEqual([after(trouble).size, after(trouble, trouble).size], [12, 6]);
  assert.equal(after(...Array.from({ length: 9 }, () => trouble)).size, 1);
  assert.equal(after(trouble, whole(12)).size, 12, "not within a conversation");
  assert.equal(after(trouble, whole(12), { kind: "finished" }).size, 14);
});
