import type { Command } from "commander";
import { compareAuditRuns } from "#exposure/audit-runs";
import type { CommandLine } from "../command-line.ts";
import { describeComparison } from "../describe-audit-run.ts";
import { examples } from "../examples.ts";
import { withTenant } from "../with-tenant.ts";

/** `vedette audit compare OLD NEW --tenant T [--json]` */
export function addAuditCompare(audit: Command, line: CommandLine): void {
  audit
    .command("compare")
    .description("show what changed from one run to another, rule by rule")
    .argument("<old>", "the id of the earlier run")
    .argument("<new>", "the id of the later run")
    .requiredOption("--tenant <name>", "whose runs they are")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette audit compare 0199f1c2-6d1e-7a54-8f0b-1c2d3e4f5a6b 019a02d7-0b7c-7f10-9c3e-6b5a4d3c2e1f --tenant default",
      ),
    )
    .action(async (before: string, after: string, options: { tenant: string; json?: true }) => {
      const { tenant, json } = options;
      await withTenant(line, { command: "vedette audit compare", tenant }, async (context) => {
        const comparison = await compareAuditRuns(context, { before, after });
        line.print(json ? JSON.stringify(comparison) : describeComparison(comparison));
      });
    });
}
