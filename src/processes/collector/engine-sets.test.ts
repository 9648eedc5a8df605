import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyOutcome } from "#engines/check-types";
import { EngineSets } from "./engine-sets.ts";

test("equal lists share engines, which end some time after their last user, and each set asks under its own lists", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const events: string[] = [];
  const sets = new EngineSets((permit) => {
    const rule = permit("10.0.0.1", "10.0.0.1") === null ? "open" : "closed";
    events.push(`create ${rule}`);
    return {
      check: async () => emptyOutcome,
      discover: () => assert.fail("nothing is discovered here"),
      close: async () => void events.push(`close ${rule}`),
    };
  });
  const none = { allow: [], deny: [] };
  const first = sets.take(none);
  const second = sets.take({ allow: [], deny: [] });
  const strict = sets.take({ allow: [], deny: ["10.0.0.0/8"] });
  assert.equal(first.engines, second.engines);
  assert.notEqual(first.engines, strict.engines);
  first.release();
  first.release();
  strict.release();
  t.mock.timers.tick(10_000);
  assert.deepEqual(events, ["create open", "create closed"], "what is being asked can end");
  t.mock.timers.tick(5000);
  assert.deepEqual(events.slice(2), ["close closed"]);
  second.release();
  t.mock.timers.tick(10_000);
  const again = sets.take(none);
  assert.equal(again.engines, first.engines);
  t.mock.timers.tick(60_000);
  assert.equal(events.length, 3);
  await sets.close();
  assert.deepEqual(events.slice(3), ["close open"]);
});
