import { type Command, Option } from "commander";
import { type ExportFormat, exportFindings, exportFormats } from "#exposure/exports";
import { findingsWith } from "#exposure/findings";
import { type FindingStatus, findingStatuses } from "#exposure/life-cycle";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";
import { toFile, writeStdout } from "../output-file.ts";
import { requireSite } from "../require-site.ts";

interface Options {
  tenant: string;
  format: ExportFormat;
  site?: string;
  status: (FindingStatus | "all")[];
  output?: string;
}

/** `vedette export --tenant T --format F [--site S] [--status …] [--output FILE]` */
export function addExportCommand(program: Command, line: CommandLine): void {
  program
    .command("export")
    .description("write findings for another program, the most severe first, as of one moment")
    .requiredOption("--tenant <name>", "whose findings")
    .addOption(
      new Option("--format <format>", "as what").choices(exportFormats).makeOptionMandatory(),
    )
    .option("--site <name>", "those of one site")
    .addOption(
      new Option("--status <status...>", "those with one of these, or all")
        .choices([...findingStatuses, "all"])
        .default(["open", "in_progress"], "open in_progress"),
    )
    .option("--output <file>", "a file, which appears whole or not at all, instead of stdout")
    .addHelpText(
      "after",
      "\ncsv is for spreadsheets (RFC 4180), jsonl for scripts, sarif for code scanning (SARIF 2.1.0), vex for dependency" +
        "\ntracking (CycloneDX 1.6): open is exploitable, in_progress in_triage, accepted exploitable and will_not_fix; only" +
        "\nfindings with a CVE have a place in it.\n" +
        examples(
          "vedette export --tenant default --format csv --output findings.csv",
          "vedette export --tenant default --format vex --status all > vex.json",
          "vedette export --tenant default --format jsonl --site HQ | jq .title",
        ),
    )
    .action(async (options: Options) => {
      const { tenant, format, site, status } = options;
      await line.withDatabase("vedette export", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const context = { ...operatorContext(database), tenantId };
        const siteId = site === undefined ? null : (await requireSite(database, tenantId, site)).id;
        const statuses = findingStatuses.filter(
          (one) => status.includes(one) || status.includes("all"),
        );
        const { output } = options;
        const wanted = { format, wanted: findingsWith(statuses, siteId) };
        if (output === undefined) {
          await exportFindings(context, wanted, writeStdout);
          return;
        }
        const count = await toFile(output, (write) => exportFindings(context, wanted, write));
        line.note(`${output}: ${count} findings`);
      });
    });
}
