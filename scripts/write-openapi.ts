/** Writes `openapi/`: the descriptions of the public APIs, made from their routes. A test fails while they are stale. */
import { writeFile } from "node:fs/promises";
import { exposureApi } from "#exposure/public-api";
import { monitorApi } from "#monitor/public-api";
import { describeApi } from "#platform/http";

for (const api of [monitorApi, exposureApi]) {
  const file = new URL(`../openapi/${api.name}.v1.json`, import.meta.url);
  await writeFile(file, await describeApi(api));
  process.stdout.write(`wrote openapi/${api.name}.v1.json\n`);
}
