import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutNulls } from "./without-nulls.ts";

interface Item {
  id: string;
  port?: number;
  tags: string[];
  up: boolean;
}

test("what is null is left out; what is empty, zero or false stays, in its order", () => {
  const full = withoutNulls<Item>({ id: "", port: 0, tags: [], up: false });
  assert.deepEqual(Object.entries(full), [
    ["id", ""],
    ["port", 0],
    ["tags", []],
    ["up", false],
  ]);
  const item = withoutNulls<Item>({ id: "x", port: null, tags: [], up: true });
  assert.deepEqual(item, { id: "x", tags: [], up: true });
  assert.ok(!("port" in item));
});
