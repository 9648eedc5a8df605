import type { Command } from "commander";
import { type AgentToken, listAgentTokens, revokeAgentToken } from "#exposure/agents";
import { type CommandLine, operatorContext, requireTenant, tenantsNamed } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette agent tokens [--tenant T] [--json]` */
export function addAgentTokens(agent: Command, line: CommandLine): void {
  agent
    .command("tokens")
    .description("list enrolment tokens that still work, without their secrets")
    .option("--tenant <name>", "of this tenant alone")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette agent tokens"))
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await line.withDatabase("vedette agent tokens", { mayMake: false }, async (database) => {
        const found: (AgentToken & { tenant: string })[] = [];
        for (const { id: tenantId, name } of await tenantsNamed(database, tenant)) {
          const tokens = await listAgentTokens({ ...operatorContext(database), tenantId });
          found.push(...tokens.map((each) => ({ ...each, tenant: name })));
        }
        line.print(json ? JSON.stringify(found) : table(found));
      });
    });
}

function table(tokens: readonly (AgentToken & { tenant: string })[]): string {
  return formatTable(
    ["ID", "TENANT", "NOTE", "SITE", "TAGS", "USES LEFT", "EXPIRES (UTC)", "MADE BY"],
    tokens.map((each) => [
      each.id,
      each.tenant,
      each.note || "-",
      each.site ?? "-",
      each.tags.join(",") || "-",
      String(each.usesLeft),
      formatTime(each.expiresAt),
      each.createdBy,
    ]),
  );
}

/** `vedette agent token-revoke ID --tenant T` */
export function addAgentTokenRevoke(agent: Command, line: CommandLine): void {
  agent
    .command("token-revoke")
    .description("make an enrolment token worthless; agents that enrolled with it stay")
    .argument("<id>", "as vedette agent tokens shows it")
    .requiredOption("--tenant <name>", "whose token it is")
    .addHelpText(
      "after",
      examples("vedette agent token-revoke 019a… --tenant default   # ids: vedette agent tokens"),
    )
    .action(async (id: string, { tenant }: { tenant: string }) => {
      const command = "vedette agent token-revoke";
      await line.withDatabase(command, { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        await revokeAgentToken({ ...operatorContext(database), tenantId }, { id });
        line.print(`The token ${id} is worthless now.`);
      });
    });
}
