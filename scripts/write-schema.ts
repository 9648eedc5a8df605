/** Writes `migrations/schema.sql`: what the migrations make, to read. A test fails while it is stale. */
import { writeFile } from "node:fs/promises";
import { schemaFile, writtenSchema } from "#test/schema";

await writeFile(schemaFile, await writtenSchema());
process.stdout.write("wrote migrations/schema.sql\n");
