import { type Command, Option } from "commander";
import { type RunFormat, exportAuditRun, findJobOfRun, runFormats } from "#exposure/audit-runs";
import { readArf } from "#exposure/audits";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { toFile, writeStdout } from "../output-file.ts";
import { withTenant } from "../with-tenant.ts";

interface Options {
  tenant: string;
  format: RunFormat | "arf";
  output?: string;
}

/** `vedette audit export RUN --tenant T --format F [-o FILE]` */
export function addAuditExport(audit: Command, line: CommandLine): void {
  audit
    .command("export")
    .description("write what an audit of a host came to for another program")
    .argument("<run>", "the id of a run, as vedette audit runs lists it")
    .requiredOption("--tenant <name>", "whose run it is")
    .addOption(
      new Option("--format <format>", "as what")
        .choices([...runFormats, "arf"])
        .makeOptionMandatory(),
    )
    .option("-o, --output <file>", "a file, which appears whole or not at all, instead of stdout")
    .addHelpText(
      "after",
      "\ncklb is a checklist for STIG Viewer 3, json all that is known, csv a table of the rules (RFC 4180), arf the whole\n" +
        "result as oscap wrote it: it is kept where the audit says so, or was run with --arf.\n" +
        examples(
          "vedette audit export 0199f1c2-6d1e-7a54-8f0b-1c2d3e4f5a6b --tenant default --format cklb -o web1.cklb",
        ),
    )
    .action(async (id: string, { tenant, format, output }: Options) => {
      await withTenant(line, { command: "vedette audit export", tenant }, async (context) => {
        const text =
          format === "arf"
            ? await readArfOfRun(context, id)
            : await exportAuditRun(context, id, format);
        if (output === undefined) return writeStdout(text);
        await toFile(output, (write) => write(text));
        return line.note(`${output}: written`);
      });
    });
}

async function readArfOfRun(context: Context, id: string): Promise<Buffer> {
  const jobId = await findJobOfRun(context, id);
  const arf = jobId === null ? null : await readArf(context, jobId);
  if (arf !== null) return arf;
  const what = "Of this run no ARF is kept. Run its audit with --arf, or declare it with keepArf.";
  throw new Problem("not_found", what);
}
