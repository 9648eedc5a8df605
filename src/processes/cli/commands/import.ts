import { type ImportOutcome, importReport } from "#exposure/flows";
import {
  type HostRef,
  type ImportedReport,
  hostRefOf,
  openReport,
  reportTitles,
} from "#exposure/imports";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { Command } from "commander";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";
import { requireSite } from "../require-site.ts";

interface Options {
  site: string;
  tenant: string;
  host?: string;
  json?: true;
}

interface Imports {
  imported: ImportOutcome[];
  failures: { file: string; reason: string }[];
}

/** `vedette import FILE… --site S --tenant T [--host H] [--json]` */
export function addImportCommand(program: Command, line: CommandLine): void {
  program
    .command("import")
    .description(
      "take in reports of other scanners; one that is broken changes nothing and is named",
    )
    .argument("<file...>")
    .requiredOption("--site <name>", "the site that the reports are about")
    .requiredOption("--tenant <name>", "whose site it is")
    .option("--host <host>", "address or name of the host that reports without one are about")
    .option("--json", "print what became of each as JSON")
    .addHelpText(
      "after",
      "\nnmap XML (-oX), Nessus (.nessus), OpenVAS and Greenbone XML, nuclei JSON lines (-jsonl), Trivy JSON, Grype JSON," +
        "\nSARIF. What a file is shows in its content, not in its name. What an earlier report of the same scanner and the" +
        "\nsame policy, task or image found and this one did not is resolved, on hosts that it covers; nuclei does not say" +
        "\nwhat it looked for, so its reports resolve nothing.\n" +
        examples(
          "vedette import weekly.nessus --site HQ --tenant default",
          "vedette import trivy.json --site HQ --tenant default --host 10.0.0.7",
        ),
    )
    .action(async (files: string[], options: Options) => {
      const host = options.host === undefined ? null : readHost(options.host);
      await line.withDatabase("vedette import", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, options.tenant);
        const context = { ...operatorContext(database), tenantId };
        const imports = await importFiles(context, files, { site: options.site, host });
        if (options.json) line.print(JSON.stringify(imports));
        else printImports(line, imports);
        refuseFailures(imports);
      });
    });
}

function readHost(text: string): HostRef {
  const host = hostRefOf(text);
  if (host !== null) return host;
  const what = `--host ${JSON.stringify(text)} is neither an address nor the name of a host.`;
  throw new Problem("invalid_request", what);
}

/** Looks at every file before it takes any of them in: one that is not there is a typing error. */
async function importFiles(
  context: Context,
  files: readonly string[],
  { site, host }: { site: string; host: HostRef | null },
): Promise<Imports> {
  const { database, tenantId } = context;
  await requireSite(database, tenantId, site);
  const imports: Imports = { imported: [], failures: [] };
  const reports: ImportedReport[] = [];
  for (const file of files) {
    await orFailure(imports, file, async () => reports.push(await openReport(file, { host })));
  }
  for (const report of reports) {
    await orFailure(imports, report.name, async () =>
      imports.imported.push(await importReport(context, { site, report })),
    );
  }
  return imports;
}

/** A file that cannot be taken in does not keep the others from it. */
async function orFailure(
  { failures }: Imports,
  file: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code === "not_found") throw error;
    failures.push({ file, reason: error.message });
  }
}

function printImports(line: CommandLine, { imported, failures }: Imports): void {
  for (const outcome of imported) {
    const { file, format, hosts, findings, made, reopened, resolved, passedOver } = outcome;
    line.print(
      `${file}: ${reportTitles[format]}, ${counted(hosts, "host")}, ${counted(findings, "finding")}: ` +
        `${made} new, ${reopened} opened again, ${resolved} resolved`,
    );
    for (const { reason, count } of passedOver)
      line.note(`${file}: passed over ${count} × ${reason}`);
  }
  for (const { reason } of failures) line.note(reason);
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function refuseFailures({ imported, failures }: Imports): void {
  if (failures.length === 0) return;
  const what = failures.length === 1 ? "1 file was" : `${failures.length} files were`;
  const others = imported.length === 0 ? "Nothing was changed" : "The others were";
  throw new Problem("invalid_request", `${what} not taken in. ${others}.`);
}
