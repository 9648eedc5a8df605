import type { Command } from "commander";
import { strippedId } from "#engines/scap";
import type { Bundle } from "#exposure/bundles";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";
import { withBundle } from "../with-bundle.ts";

/** `vedette bundle show NAME --tenant T [--json]` */
export function addBundleShow(bundle: Command, line: CommandLine): void {
  bundle
    .command("show")
    .description("show a bundle: its profiles, and the systems that it is for")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose bundle it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette bundle show rhel9 --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      await withBundle(line, { command: "vedette bundle show", tenant, name }, async (_, found) => {
        line.print(json ? JSON.stringify(found) : describe(found));
      });
    });
}

function describe(bundle: Bundle): string {
  const { name, fileName, benchmark, platforms, sha256, bytes, profiles, updatedAt } = bundle;
  const changed = `changed: ${formatTime(updatedAt)} UTC`;
  if (sha256 === null || bytes === null) {
    const where = "on hosts, by their distribution's package: its profiles show there";
    return [name, `file: ${fileName}, ${where}`, changed].join("\n");
  }
  const lines = [
    name,
    ...(benchmark === null ? [] : [`benchmark: ${benchmark.title}, version ${benchmark.version}`]),
    `file: ${fileName}, ${bytes} bytes, SHA-256 ${sha256}`,
    `platforms: ${platforms.join(", ") || "-"}`,
    changed,
    "",
  ];
  const rows = profiles.map(({ id, title, rules }) => [strippedId(id), String(rules), title]);
  return [...lines, formatTable(["PROFILE", "RULES", "TITLE"], rows)].join("\n");
}
