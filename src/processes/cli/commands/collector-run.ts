import { type Command, Option } from "commander";
import type { CommandLine } from "../command-line.ts";
import { runPart } from "../run-part.ts";

/** Makes `vedette collector` itself run one: `--server URL --token TOKEN` once, to enrol; later without. */
export function addCollectorRun(collector: Command, line: CommandLine): void {
  collector
    .addOption(new Option("--server <url>", "the server's address; needed once, to enrol"))
    .addOption(new Option("--token <token>", "the one-time enrolment token").env("COLLECTOR_TOKEN"))
    .action(async (given: { server?: string; token?: string }) => {
      // The engines are not needed by any other command, and take a while to load.
      const { collectorPart } = await import("#processes/collector");
      await runPart(line, collectorPart, given);
    });
}
