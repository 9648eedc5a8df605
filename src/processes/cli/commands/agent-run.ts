import { type Command, Option } from "commander";
import type { CommandLine } from "../command-line.ts";
import { runPart } from "../run-part.ts";

/** Makes `vedette agent` itself run one: `--server URL --token TOKEN` once, to enrol; later without. */
export function addAgentRun(agent: Command, line: CommandLine): void {
  agent
    .addOption(new Option("--server <url>", "the server's address; needed once, to enrol"))
    .addOption(new Option("--token <token>", "the enrolment token").env("AGENT_TOKEN"))
    .addOption(new Option("--data-dir <dir>", "where its identity and outcomes are kept"))
    .action(async (given: { server?: string; token?: string; dataDir?: string }) => {
      // The engines are not needed by any other command, and take a while to load.
      const { agentPart } = await import("#processes/agent");
      await runPart(line, agentPart, given);
    });
}
