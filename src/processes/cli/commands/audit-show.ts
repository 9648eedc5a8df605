import type { Command } from "commander";
import { readAuditRun } from "#exposure/audit-runs";
import type { CommandLine } from "../command-line.ts";
import { describeAuditRun, describeRules } from "../describe-audit-run.ts";
import { examples } from "../examples.ts";
import { withTenant } from "../with-tenant.ts";

interface Options {
  tenant: string;
  failed?: true;
  json?: true;
}

/** `vedette audit show RUN --tenant T [--failed] [--json]` */
export function addAuditShow(audit: Command, line: CommandLine): void {
  audit
    .command("show")
    .description(
      "show what an audit of a host came to: its score, and each rule with why and what to do",
    )
    .argument("<run>", "the id of a run, as vedette audit runs lists it")
    .requiredOption("--tenant <name>", "whose run it is")
    .option("--failed", "only rules that failed or gave no answer")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples("vedette audit show 0199f1c2-6d1e-7a54-8f0b-1c2d3e4f5a6b --tenant default --failed"),
    )
    .action(async (id: string, { tenant, failed, json }: Options) => {
      await withTenant(line, { command: "vedette audit show", tenant }, async (context) => {
        const run = await readAuditRun(context, id);
        const rules = run.rules.filter(
          ({ bucket }) => failed === undefined || bucket === "failed" || bucket === "unknown",
        );
        if (json) return line.print(JSON.stringify({ ...run, rules }));
        line.print(describeAuditRun(run));
        return rules.length === 0 ? undefined : line.print(`\n${describeRules(rules)}`);
      });
    });
}
