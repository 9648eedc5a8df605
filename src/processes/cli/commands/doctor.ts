import type { Command } from "commander";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examineAgents } from "../doctor/examine-agents.ts";
import { examineAudits } from "../doctor/examine-audits.ts";
import { examineCollectors } from "../doctor/examine-collectors.ts";
import { examineCredentials } from "../doctor/examine-credentials.ts";
import { examineDatabase } from "../doctor/examine-database.ts";
import { examineDirectories } from "../doctor/examine-directories.ts";
import { examineFeeds } from "../doctor/examine-feeds.ts";
import { examineProbes } from "../doctor/examine-probes.ts";
import { examineFiles } from "../doctor/examine-files.ts";
import { examineIcmp, examineServer } from "../doctor/examine-network.ts";
import { type Finding, formatFinding } from "../doctor/finding.ts";
import { examples } from "../examples.ts";

/** `vedette doctor [--json]` */
export function addDoctorCommand(program: Command, line: CommandLine): void {
  program
    .command("doctor")
    .description("look whether the installation is well, and say what to do where it is not")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette doctor"))
    .action(async ({ json }: { json?: true }) => {
      const config = line.config();
      const findings = [
        ...(await examineFiles(config)),
        ...(await examineInside(line)),
        await examineServer(config),
        await examineIcmp(),
      ];
      line.print(json ? JSON.stringify(findings) : findings.map(formatFinding).join("\n"));
      const failed = findings.filter(({ verdict }) => verdict === "failed").length;
      if (failed > 0) {
        const what = failed === 1 ? "1 thing needs" : `${failed} things need`;
        throw new Problem("unavailable", `${what} attention.`);
      }
    });
}

/** What only the database can tell. That it cannot be opened is a finding, too. */
async function examineInside(line: CommandLine): Promise<Finding[]> {
  try {
    return await line.withDatabase("vedette doctor", { mayMake: false }, async (database) => [
      ...(await examineDatabase(database)),
      await examineCredentials(database, await line.box()),
      ...(await examineCollectors(database)),
      ...(await examineProbes(database)),
      ...(await examineAgents(database)),
      ...(await examineAudits(database)),
      ...(await examineDirectories(database, await line.box())),
      await examineFeeds(database),
    ]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [{ subject: "database", verdict: "failed", text: error.message }];
  }
}
