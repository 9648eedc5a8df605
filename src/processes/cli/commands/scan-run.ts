import type { Command } from "commander";
import { readRun, readRunOutcome, requestRun } from "#exposure/scans";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { describeOutcome, describeProgress, isOpen } from "../describe-run.ts";
import { examples } from "../examples.ts";
import { follow } from "../follow.ts";
import { onInterrupt } from "../on-interrupt.ts";
import { withScan } from "../with-scan.ts";

interface Options {
  tenant: string;
  wait?: true;
  json?: true;
}

/** `vedette scan run NAME --tenant T [--wait] [--json]` */
export function addScanRun(scan: Command, line: CommandLine): void {
  scan
    .command("run")
    .description("run a scan now; one that is under way already is not begun again")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose scan it is")
    .option("--wait", "show how far it is until it ends; exit code 1 when it fails")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette scan run nightly --tenant default --wait",
        "vedette scan run nightly --tenant default --wait --json > outcome.json",
      ),
    )
    .action(async (name: string, options: Options) => {
      const which = { command: "vedette scan run", tenant: options.tenant, name };
      await withScan(line, which, (context) => run(line, context, name, options));
    });
}

async function run(
  line: CommandLine,
  context: Context,
  name: string,
  { tenant, wait, json }: Options,
): Promise<void> {
  const asked = await requestRun(context, { name });
  if (!asked.isNew) line.note("A run of it is open already.");
  if (wait === undefined) {
    line.print(json ? JSON.stringify(asked) : `run ${asked.runId}`);
    return;
  }
  const interrupt = onInterrupt();
  try {
    const { now } = context;
    const last = await follow(
      {
        read: () => readRun(context, asked.runId),
        isOpen,
        describe: (seen) => `${seen.scanName}: ${describeProgress(seen, now())}`,
        now,
      },
      interrupt.signal,
    );
    if (isOpen(last)) {
      const stop = `vedette scan stop ${JSON.stringify(name)} --tenant ${JSON.stringify(tenant)}`;
      throw new Problem("unavailable", `The run goes on without being watched; ${stop} stops it.`);
    }
    const outcome = await readRunOutcome(context, asked.runId);
    line.print(json ? JSON.stringify({ run: last, ...outcome }) : describeOutcome(last, outcome));
    if (last.state === "completed") return;
    throw new Problem("unavailable", last.error ?? `The run ${last.state}.`);
  } finally {
    interrupt.done();
  }
}
