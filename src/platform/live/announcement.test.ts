import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newIds } from "#lib/ids";
import { formatAnnouncement, parseAnnouncement, topics } from "./announcement.ts";

test("an announcement is read as it was written, and fits into a notice of PostgreSQL", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom(...topics), fc.nat(300), (tenantId, topic, count) => {
      const ids = newIds(count);
      const text = formatAnnouncement({ tenantId, topic, ids });
      assert.ok(Buffer.byteLength(text) < 8000);
      const expected = { tenantId, topic, ids: count > 100 ? null : ids };
      assert.deepEqual(parseAnnouncement(text), expected);
    }),
    { numRuns: 200 },
  );
});

test("what is no announcement is a mistake of ours, not news", () => {
  for (const payload of ["{}", "[]", '["t","weather",null]', "null", "x"]) {
    assert.throws(() => parseAnnouncement(payload), payload);
  }
});
