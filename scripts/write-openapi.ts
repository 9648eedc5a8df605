/**
 * Writes `openapi/`: the descriptions of the public APIs and of the console's, made from their routes; and the console's
 * client, made from its description. A test fails while they are stale.
 */
import { writeFile } from "node:fs/promises";
import { exposureApi } from "#exposure/public-api";
import { monitorApi } from "#monitor/public-api";
import { describeApi, describeConsoleApi } from "#platform/http";
import { createConsoleApi, noDeps } from "#processes/console-api";
import { writeClient } from "./write-client.ts";

for (const api of [monitorApi, exposureApi])
  await write(`openapi/${api.name}.v1.json`, await describeApi(api));
const described = await describeConsoleApi(createConsoleApi(noDeps()));
await write("openapi/console.json", described);
await write("console/src/api/operations.generated.ts", writeClient(described));

async function write(path: string, text: string): Promise<void> {
  await writeFile(new URL(`../${path}`, import.meta.url), text);
  process.stdout.write(`wrote ${path}\n`);
}
