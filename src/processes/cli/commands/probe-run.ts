import { type Command, Option } from "commander";
import type { CommandLine } from "../command-line.ts";
import { runPart } from "../run-part.ts";

/** Makes `vedette probe` itself run one: `--server URL --token TOKEN` once, to enrol; later without. */
export function addProbeRun(probe: Command, line: CommandLine): void {
  probe
    .addOption(new Option("--server <url>", "the server's address; needed once, to enrol"))
    .addOption(new Option("--token <token>", "the one-time enrolment token").env("PROBE_TOKEN"))
    .addOption(new Option("--data-dir <dir>", "where its identity and reports are kept"))
    .action(async (given: { server?: string; token?: string; dataDir?: string }) => {
      // The engines are not needed by any other command, and take a while to load.
      const { probePart } = await import("#processes/probe");
      await runPart(line, probePart, given);
    });
}
