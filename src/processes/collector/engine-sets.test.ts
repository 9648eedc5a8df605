import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyOutcome } from "#engines/check-types";
import { EngineSets } from "./engine-sets.ts";

test("equal lists share engines, which end with their last user, and each set asks under its own lists", async () => {
  const events: string[] = [];
  const sets = new EngineSets((permit) => {
    const rule = permit("10.0.0.1", "10.0.0.1") === null ? "open" : "closed";
    events.push(`create ${rule}`);
    return {
      check: async () => emptyOutcome,
      close: async () => void events.push(`close ${rule}`),
    };
  });
  const none = { allow: [], deny: [] };
  const first = sets.take(none);
  const second = sets.take({ allow: [], deny: [] });
  const strict = sets.take({ allow: [], deny: ["10.0.0.0/8"] });
  assert.equal(first.engines, second.engines);
  assert.notEqual(first.engines, strict.engines);
  await first.release();
  await first.release();
  await strict.release();
  assert.deepEqual(events, ["create open", "create closed", "close closed"]);
  await second.release();
  const again = sets.take(none);
  assert.deepEqual(events.slice(3), ["close open", "create open"]);
  await again.release();
});
