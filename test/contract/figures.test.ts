import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

interface Row {
  bench?: string;
  work: string;
  measured?: number;
  atMost?: number;
}

test("every figure of the console that was last measured keeps its target", async () => {
  const file = new URL("../../bench/results.jsonl", import.meta.url);
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
  const rows = lines
    .map((line): Row => JSON.parse(line))
    .filter(({ bench = "" }) => ["console", "open-pages"].includes(bench));
  for (const about of [
    "first paint",
    "scripts",
    "an answer",
    "a table's answer",
    "a frame",
    "a state change",
    "news at each of 50 open pages",
    "tables of 50 open pages",
  ]) {
    assert.ok(
      rows.some(({ work, atMost }) => work.includes(about) && atMost !== undefined),
      `nothing was measured of: ${about}`,
    );
  }
  for (const { work, measured, atMost } of rows) {
    if (atMost === undefined) continue;
    assert.ok(measured !== undefined && measured <= atMost, `${work}: ${measured} of ${atMost}`);
  }
});
