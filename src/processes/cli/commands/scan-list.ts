import type { Command } from "commander";
import { type ScanOverview, listScansForOperators } from "#exposure/scans";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette scan list --tenant T [--json]` */
export function addScanList(scan: Command, line: CommandLine): void {
  scan
    .command("list")
    .description("list scans, when they ran and when they are due")
    .requiredOption("--tenant <name>", "whose scans")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette scan list --tenant default"))
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      await line.withDatabase("vedette scan list", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const scans = await listScansForOperators({ ...operatorContext(database), tenantId });
        line.print(json ? JSON.stringify(scans) : table(scans));
      });
    });
}

function table(scans: readonly ScanOverview[]): string {
  const headings = [
    "NAME",
    "SITE",
    "PROBE",
    "TYPE",
    "SCHEDULE",
    "LATEST RUN",
    "LAST COMPLETED (UTC)",
    "NEXT (UTC)",
    "LAST ERROR",
  ];
  return formatTable(
    headings,
    scans.map((scan) => [
      scan.name,
      scan.siteName,
      scan.probeName,
      scan.scanType,
      scheduleOf(scan),
      scan.latestRunState ?? "-",
      formatTime(scan.lastRunAt),
      formatTime(scan.nextRunAt),
      scan.lastError ?? "-",
    ]),
  );
}

function scheduleOf({ schedule, timeZone, enabled }: ScanOverview): string {
  if (schedule === null) return "-";
  return enabled ? `${schedule} (${timeZone})` : "disabled";
}
