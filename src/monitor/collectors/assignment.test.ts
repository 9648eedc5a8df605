import assert from "node:assert/strict";
import { test } from "node:test";
import { needsFullAssignment, rememberedRevisions } from "./assignment.ts";

test("all of it is for those who know nothing, know too little, or know what was never", () => {
  assert.equal(needsFullAssignment(null, 0), true);
  assert.equal(needsFullAssignment(null, 7), true);
  assert.equal(needsFullAssignment(8, 7), true);
  assert.equal(needsFullAssignment(0, rememberedRevisions), true);
  assert.equal(needsFullAssignment(0, 0), false, "else an empty assignment would be sent for ever");
  assert.equal(needsFullAssignment(0, rememberedRevisions - 1), false);
  assert.equal(needsFullAssignment(7, 7), false);
});
