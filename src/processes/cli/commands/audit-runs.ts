import { type Command, InvalidArgumentError } from "commander";
import { type RunOverview, listRunsForOperators } from "#exposure/audit-runs";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";
import { withTenant } from "../with-tenant.ts";

interface Options {
  tenant: string;
  agent?: string | null;
  audit?: string | null;
  limit: number;
  json?: true;
}

/** More than this nobody reads; scripts use the API. */
const mostRuns = 1000;

/** `vedette audit runs --tenant T [--agent HOST] [--audit NAME] [--limit N] [--json]` */
export function addAuditRuns(audit: Command, line: CommandLine): void {
  audit
    .command("runs")
    .description("list what audits came to, imported ones as well, the newest first")
    .requiredOption("--tenant <name>", "whose")
    .option("--agent <name>", "only on this host")
    .option("--audit <name>", "only of this audit")
    .option("--limit <number>", "how many at most", readLimit, 50)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette audit runs --tenant default",
        "vedette audit runs --tenant default --agent web1 --audit cis --limit 2",
      ),
    )
    .action(async ({ tenant, agent = null, audit: name = null, limit, json }: Options) => {
      await withTenant(line, { command: "vedette audit runs", tenant }, async (context) => {
        const runs = await listRunsForOperators(context, { agent, audit: name, limit });
        if (json) return line.print(JSON.stringify(runs));
        const rows = runs.map((run) => [
          run.id,
          run.hostname,
          run.bundleName,
          run.auditName ?? (run.source === "import" ? "(imported)" : "-"),
          formatTime(run.runAt),
          scoreOf(run),
          String(run.failed),
          String(run.unknown),
        ]);
        return line.print(
          formatTable(
            ["RUN", "HOST", "AUDITED WITH", "AUDIT", "AT (UTC)", "SCORE", "FAILED", "UNKNOWN"],
            rows,
          ),
        );
      });
    });
}

/** A score that another user of the host came to is not to be compared with one of root. */
function scoreOf({ scorePct, privileged }: RunOverview): string {
  const score = scorePct === null ? "-" : `${scorePct} %`;
  return privileged === false ? `${score} (not root)` : score;
}

function readLimit(text: string): number {
  const value = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= mostRuns) return value;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${mostRuns}.`);
}
