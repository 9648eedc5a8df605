import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { nullIfMissing } from "./missing-file.ts";

test("only what is not there is missing: what cannot be read is told", async () => {
  const file = import.meta.filename;
  assert.equal(await readFile(`${file}.none`).catch(nullIfMissing), null);
  await assert.rejects(readFile(import.meta.dirname).catch(nullIfMissing), { code: "EISDIR" });
  await assert.rejects(readFile(`${file}/none`).catch(nullIfMissing), { code: "ENOTDIR" });
});
