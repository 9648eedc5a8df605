import { type Command, Option } from "commander";
import type { CommandLine } from "../command-line.ts";
import { becomeAgent } from "../become-agent.ts";

/** Makes `vedette agent` itself run one: `--server URL --token TOKEN` once, to enrol; later without. */
export function addAgentRun(agent: Command, line: CommandLine): void {
  agent
    .addOption(new Option("--server <url>", "the server's address; needed once, to enrol"))
    .addOption(new Option("--token <token>", "the enrolment token").env("AGENT_TOKEN"))
    .addOption(new Option("--data-dir <dir>", "where its identity and outcomes are kept"))
    .action(async (given: { server?: string; token?: string; dataDir?: string }) => {
      await becomeAgent(line, given);
    });
}
