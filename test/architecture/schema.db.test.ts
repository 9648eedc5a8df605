import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { schemaFile, writtenSchema } from "#test/schema";

test("migrations/schema.sql tells what the migrations make", async () => {
  const hint = "run: node scripts/write-schema.ts";
  assert.equal(await readFile(schemaFile, "utf8"), await writtenSchema(), hint);
});
