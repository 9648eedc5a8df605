import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import type { Command } from "commander";
import type { Config } from "#platform/config";
import { type DeclarationFile, formatChange, maxFileBytes } from "#platform/declarations";
import { Problem } from "#platform/errors";
import { type AppliedConfiguration, applyConfiguration, readConfiguration } from "#processes/apply";
import { type CommandLine, operatorContext } from "../command-line.ts";
import { describeEnrolment } from "../enrolment.ts";
import { examples } from "../examples.ts";

interface Options {
  file: string[];
  prune?: true;
  dryRun?: true;
  json?: true;
}

/** `vedette apply -f FILE… [--prune] [--dry-run] [--json]` */
export function addApplyCommand(program: Command, line: CommandLine): void {
  program
    .command("apply")
    .description("make the installation as YAML files say, all or nothing, and print what changed")
    .requiredOption(
      "-f, --file <file...>",
      "one or more files, - for stdin; together one configuration",
    )
    .option("--prune", "also delete what was declared and is in no file any more")
    .option("--dry-run", "say what would change, and change nothing")
    .option("--json", "print the changes as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette apply -f monitoring.yaml",
        "vedette apply -f acme.yaml beta.yaml --prune --dry-run",
        "SNMP_COMMUNITY=… vedette apply -f monitoring.yaml   # ${SNMP_COMMUNITY} in the file",
      ),
    )
    .action((options: Options) => apply(line, options));
}

async function apply(line: CommandLine, options: Options): Promise<void> {
  const config = line.config();
  const files = await Promise.all(options.file.map(readConfigurationFile));
  const read = readConfiguration(files, line.env, { minIntervalSec: config.minIntervalSec });
  const applied = await line.withDatabase("vedette apply", { mayMake: true }, async (database) => {
    const applier = { ...operatorContext(database), box: await line.box() };
    const { prune = false, dryRun = false } = options;
    return applyConfiguration(applier, read, { prune, dryRun });
  });
  if (options.json)
    line.print(JSON.stringify({ dryRun: options.dryRun ?? false, tenants: applied }));
  else printChanges(line, applied, config);
}

async function readConfigurationFile(name: string): Promise<DeclarationFile> {
  try {
    // One byte more than is allowed is enough to see that it is too much.
    const stream = name === "-" ? process.stdin : createReadStream(name, { end: maxFileBytes });
    return { name: name === "-" ? "stdin" : name, bytes: await buffer(stream) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem("invalid_request", `${name} cannot be read: ${reason}.`, { cause });
  }
}

function printChanges(line: CommandLine, applied: AppliedConfiguration[], config: Config): void {
  for (const { tenant, changes, newCollectors, newProbes, warnings } of applied) {
    for (const { path, message } of warnings) line.note(`warning: ${path}: ${message}`);
    if (applied.length > 1) line.print(`tenant ${tenant}:`);
    if (changes.length === 0) line.print("nothing to change");
    for (const change of changes) line.print(formatChange(change));
    for (const { name, token } of newCollectors) {
      line.print(describeEnrolment(config, "collector", name, token));
    }
    for (const { name, token } of newProbes) {
      line.print(describeEnrolment(config, "probe", name, token));
    }
  }
}
