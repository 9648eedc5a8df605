import { constants, createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Command } from "commander";
import { InvalidAuditFile, readAuditFile } from "#engines/scap";
import type { ImportedAudit } from "#engines/scap-types";
import { type ImportedRun, type RefusedAudit, importAudits } from "#exposure/audit-runs";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { requireSite } from "../require-site.ts";
import { withTenant } from "../with-tenant.ts";

interface Options {
  tenant: string;
  site?: string;
  json?: true;
}

interface Imports {
  imported: { file: string; runs: ImportedRun[]; refused: RefusedAudit[] }[];
  failures: { file: string; reason: string }[];
}

/** `vedette audit import FILE… --tenant T [--site S] [--json]` */
export function addAuditImport(audit: Command, line: CommandLine): void {
  audit
    .command("import")
    .description(
      "take in what other programs found; a file that is broken changes nothing and is named",
    )
    .argument("<file...>")
    .requiredOption("--tenant <name>", "whose hosts they are about")
    .option("--site <name>", "the site of the hosts, where names are the same at several")
    .option("--json", "print what became of each as JSON")
    .addHelpText(
      "after",
      "\nXCCDF results, ARF, checklists of STIG Viewer (.ckl, .cklb), plain or gzip. What a file is shows in its content. The\n" +
        "host is found by its name, MAC address or address; one that is no asset has a run without one. The same results\n" +
        "again are nothing new.\n" +
        examples(
          "vedette audit import web1.ckl web2.cklb --tenant default",
          "vedette audit import arf.xml --tenant default --site HQ --json",
        ),
    )
    .action(async (files: string[], options: Options) => {
      const { tenant, site = null, json } = options;
      await withTenant(line, { command: "vedette audit import", tenant }, async (context) => {
        const imports = await importFiles(context, files, site);
        if (json) line.print(JSON.stringify(imports));
        else printImports(line, imports);
        refuseFailures(imports);
      });
    });
}

/** One file after the other: what each holds is let go before the next is read. */
async function importFiles(
  context: Context,
  files: readonly string[],
  site: string | null,
): Promise<Imports> {
  if (site !== null) await requireSite(context.database, context.tenantId, site);
  const imports: Imports = { imported: [], failures: [] };
  for (const file of files) {
    try {
      const { audits, at } = await readFile(file, context.now());
      const outcome = await importAudits(context, { audits, site, file, at });
      imports.imported.push({ file, ...outcome });
    } catch (error) {
      // A file that cannot be taken in does not keep the others from it.
      if (!(error instanceof Problem) || error.code === "unavailable") throw error;
      imports.failures.push({ file, reason: error.message });
    }
  }
  return imports;
}

/** A checklist does not say when it was filled in: the file does, as far as anybody knows. */
async function readFile(
  path: string,
  now: number,
): Promise<{ audits: ImportedAudit[]; at: number }> {
  const file = await openPath(path);
  try {
    const at = Math.min(Math.trunc((await file.stat()).mtimeMs), now);
    const source = createReadStream(path, { fd: file, autoClose: false });
    return { audits: await readAuditFile(source, { name: path, at }), at };
  } catch (error) {
    if (!(error instanceof InvalidAuditFile)) throw error;
    throw new Problem("invalid_request", error.message, { cause: error });
  } finally {
    await file.close();
  }
}

async function openPath(path: string): Promise<FileHandle> {
  try {
    // A pipe that nobody writes to is not waited for.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw new Error("it is no file");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem("not_found", `${path} cannot be read: ${reason}.`, { cause });
  }
}

function printImports(line: CommandLine, { imported, failures }: Imports): void {
  for (const { file, runs, refused } of imported) {
    for (const { id, hostname, assetId, benchmark, isNew, scorePct, counts } of runs) {
      const score = scorePct === null ? "no score" : `${scorePct} %`;
      const novelty = isNew ? "" : ", was imported before";
      const asset = assetId === null ? " (no asset)" : "";
      line.print(
        `${file}: ${hostname}${asset}, ${benchmark}: ${score}, ${counts.failed} failed${novelty}, run ${id}`,
      );
    }
    for (const { hostname, benchmark, reason } of refused)
      line.note(`${file}: passed over ${benchmark} of ${hostname}: ${reason}`);
  }
  for (const { reason } of failures) line.note(reason);
}

function refuseFailures({ imported, failures }: Imports): void {
  if (failures.length === 0) return;
  const what = failures.length === 1 ? "1 file was" : `${failures.length} files were`;
  const others = imported.length === 0 ? "Nothing was changed" : "The others were";
  throw new Problem("invalid_request", `${what} not taken in. ${others}.`);
}
