import type { Command } from "commander";
import { exceptRule, findHost, isRuleKnown } from "#exposure/audit-runs";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { readUntil } from "../read-until.ts";
import { requireSite } from "../require-site.ts";
import { formatTime } from "../table.ts";
import { withTenant } from "../with-tenant.ts";

interface Options {
  tenant: string;
  reason: string;
  owner: string;
  until?: number;
  asset?: string;
  site?: string;
  tag?: string;
  json?: true;
}

/** `vedette audit except RULE --tenant T --reason R --owner O [--until DATE] [--asset H] [--site S] [--tag T] [--json]` */
export function addAuditExcept(audit: Command, line: CommandLine): void {
  audit
    .command("except")
    .description(
      "say who answers for not keeping a rule, and why; what audits found stays as it is",
    )
    .argument("<rule>", "the id of a rule, with the prefixes of XCCDF or without")
    .requiredOption("--tenant <name>", "whose hosts it is about")
    .requiredOption("--reason <text>", "why it is not kept")
    .requiredOption("--owner <name>", "who answers for that")
    .option("--until <date>", "to the end of this day (UTC), or to a moment", readUntil)
    .option("--asset <host>", "only at the host with this name or address")
    .option("--site <name>", "only at hosts of this site")
    .option("--tag <tag>", "only at hosts with this tag")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        'vedette audit except sshd_disable_root_login --tenant default --reason "Backups log in as root." --owner Ada --until 2027-03-31 --tag backup',
      ),
    )
    .action(async (ruleId: string, options: Options) => {
      const { tenant, reason, owner, until = null, asset, site, tag = null, json } = options;
      await withTenant(line, { command: "vedette audit except", tenant }, async (context) => {
        const { database, tenantId } = context;
        const assetId = asset === undefined ? null : await findHost(context, asset);
        const siteId = site === undefined ? null : (await requireSite(database, tenantId, site)).id;
        const place = { assetId, siteId, tag };
        const exception = await exceptRule(context, { ruleId, reason, owner, until, ...place });
        if (!(await isRuleKnown(context, ruleId))) {
          line.note(
            `No content that is known here has a rule ${JSON.stringify(ruleId)}; is it spelled so?`,
          );
        }
        if (json) return line.print(JSON.stringify(exception));
        const { expiresAt } = exception;
        const end = expiresAt === null ? "it is ended" : `${formatTime(expiresAt)} UTC`;
        return line.print(`${exception.id}: ${exception.ruleId} is excepted until ${end}`);
      });
    });
}
