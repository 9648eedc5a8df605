import type { Command } from "commander";
import { type DirectoryOverview, listDirectoriesForOperators } from "#exposure/directories";
import { type AssessmentSummary, readPosture } from "#exposure/identity";
import { printableLine } from "#lib/printable";
import type { CommandLine } from "../command-line.ts";
import { typeWords } from "../describe-identity-rules.ts";
import { formatScore } from "../describe-posture.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";
import { withTenant } from "../with-tenant.ts";

interface Listed extends DirectoryOverview {
  /** As it is now; null: nothing is known yet. */
  posture: AssessmentSummary | null;
}

/** `vedette identity list --tenant T [--json]` */
export function addIdentityList(identity: Command, line: CommandLine): void {
  identity
    .command("list")
    .description("list directories: how they score, when they were assessed and when they are due")
    .requiredOption("--tenant <name>", "whose directories")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette identity list --tenant default"))
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      await withTenant(line, { command: "vedette identity list", tenant }, async (context) => {
        const directories: Listed[] = [];
        for (const directory of await listDirectoriesForOperators(context)) {
          const posture = await readPosture(context, directory.id);
          directories.push({ ...directory, posture: posture.coverage === null ? null : posture });
        }
        line.print(json ? JSON.stringify(directories) : table(directories));
      });
    });
}

function table(directories: readonly Listed[]): string {
  const headings = [
    "NAME",
    "TYPE",
    "SITE",
    "PROBE",
    "SCORE",
    "SCHEDULE",
    "LATEST",
    "LAST COMPLETED (UTC)",
    "NEXT (UTC)",
    "LAST ERROR",
  ];
  return formatTable(
    headings,
    directories.map((directory) => [
      directory.name,
      typeWords[directory.type],
      directory.siteName ?? "-",
      directory.probeName,
      directory.posture === null ? "-" : formatScore(directory.posture.score),
      scheduleOf(directory),
      directory.latestAssessmentState ?? "-",
      formatTime(directory.lastRunAt),
      formatTime(directory.nextRunAt),
      printableLine(errorOf(directory) ?? "-"),
    ]),
  );
}

/** Why the latest cannot begin counts more than why the one before failed. */
function errorOf({
  latestAssessmentState,
  latestAssessmentError,
  lastError,
}: Listed): string | null {
  return latestAssessmentState === "queued" ? (latestAssessmentError ?? lastError) : lastError;
}

function scheduleOf({ schedule, timeZone, enabled }: Listed): string {
  if (schedule === null) return "-";
  return enabled ? `${schedule} (${timeZone})` : "disabled";
}
