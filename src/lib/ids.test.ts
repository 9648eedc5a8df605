import assert from "node:assert/strict";
import { test } from "node:test";
import { isId, newId, newIds } from "./ids.ts";

test("ids ascend in the order in which they were made, also within one millisecond", () => {
  const ids = [newId(), ...newIds(20_000), newId()];
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
});

test("an id is a UUIDv7 in lower case, and nothing else passes for one", () => {
  for (const id of newIds(100)) {
    assert.ok(isId(id));
    assert.match(id, /^.{14}7.{4}[89ab]/);
  }
  for (const text of ["", newId().toUpperCase(), `${newId()} `, newId().replaceAll("-", "")]) {
    assert.ok(!isId(text));
  }
});
