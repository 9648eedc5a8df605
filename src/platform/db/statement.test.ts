import assert from "node:assert/strict";
import { test } from "node:test";
import { statement } from "./statement.ts";

test("two statements never share a name, for one would run in place of the other", () => {
  statement("test.statement.taken", "select 1");
  statement("test.statement.taken", "select 1");
  assert.throws(() => statement("test.statement.taken", "select 2"), /name is taken/);
});

test("a name that PostgreSQL would cut off is refused", () => {
  assert.throws(() => statement("x".repeat(64), "select 1"), /1 to 63 bytes/);
  assert.throws(() => statement("", "select 1"), /1 to 63 bytes/);
});
