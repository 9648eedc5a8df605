import type { Command } from "commander";
import { strippedId } from "#engines/scap";
import { type AuditOverview, listAuditsForOperators } from "#exposure/audits";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette audit list --tenant T [--json]` */
export function addAuditList(audit: Command, line: CommandLine): void {
  audit
    .command("list")
    .description("list audits, for which hosts they are, when they ran and when they are due")
    .requiredOption("--tenant <name>", "whose audits")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette audit list --tenant default"))
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      await line.withDatabase("vedette audit list", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const audits = await listAuditsForOperators({ ...operatorContext(database), tenantId });
        line.print(json ? JSON.stringify(audits) : table(audits));
      });
    });
}

function table(audits: readonly AuditOverview[]): string {
  const headings = [
    "NAME",
    "BUNDLE",
    "PROFILE",
    "SITE",
    "TAGS",
    "HOSTS",
    "OPEN",
    "FAILED",
    "SCHEDULE",
    "LAST (UTC)",
    "NEXT (UTC)",
    "LAST ERROR",
  ];
  return formatTable(
    headings,
    audits.map((audit) => [
      audit.name,
      audit.bundleName,
      strippedId(audit.profile),
      audit.siteName ?? "-",
      audit.tags.join(" ") || "-",
      String(audit.hosts),
      openOf(audit),
      audit.failing === 0 ? "-" : String(audit.failing),
      scheduleOf(audit),
      formatTime(audit.lastRunAt),
      formatTime(audit.nextRunAt),
      audit.lastError ?? "-",
    ]),
  );
}

function openOf({ waiting, running }: AuditOverview): string {
  return waiting + running === 0 ? "-" : `${running} running, ${waiting} waiting`;
}

function scheduleOf({ schedule, timeZone, enabled }: AuditOverview): string {
  if (schedule === null) return "-";
  return enabled ? `${schedule} (${timeZone})` : "disabled";
}
