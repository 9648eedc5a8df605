/** Writes `docs/identity-rules.md`: what the rules about identity ask, and how each is proved. A test fails while it is stale. */
import { writeFile } from "node:fs/promises";
import { rulesPage } from "./identity-rules/write-page.ts";

await writeFile(new URL("../docs/identity-rules.md", import.meta.url), rulesPage());
process.stdout.write("wrote docs/identity-rules.md\n");
