import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { describeConsoleApi } from "#platform/http";
import { createConsoleApi, noDeps } from "#processes/console-api";
import { writeClient } from "../../scripts/write-client.ts";

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

test("openapi/console.json and the console's client are what the routes say; `node scripts/write-openapi.ts` writes them", async () => {
  const described = await describeConsoleApi(createConsoleApi(noDeps()));
  assert.equal(await read("openapi/console.json"), described);
  assert.equal(await read("console/src/api/operations.generated.ts"), writeClient(described));
});
