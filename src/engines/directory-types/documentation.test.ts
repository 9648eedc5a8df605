import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { usualThresholds } from "./index.ts";

test("every threshold stands on the page with what it usually is", () => {
  const page = readFileSync(new URL("../../../docs/identity.md", import.meta.url), "utf8");
  const rows = page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ([\d, ]+) \|/gm);
  const told = [...rows].flatMap(([, keys = "", values = ""]) => {
    const numbers = values.split(",").map(Number);
    return [...keys.matchAll(/\w+/g)].map(([key], i) => [key, numbers[i]]);
  });
  assert.deepEqual(Object.fromEntries(told), usualThresholds);
});
