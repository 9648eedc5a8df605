import type { Command } from "commander";
import { exceptIdentity } from "#exposure/identity";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { noteUnknownRule } from "../note-unknown-rule.ts";
import { readUntil } from "../read-until.ts";
import { formatTime } from "../table.ts";
import { requireDirectory } from "../with-directory.ts";
import { withTenant } from "../with-tenant.ts";

interface Options {
  tenant: string;
  rule?: string;
  target?: string;
  directory?: string;
  reason: string;
  owner: string;
  until?: number;
  json?: true;
}

/** `vedette identity except --tenant T [--rule R] [--target P] [--directory D] --reason R --owner O [--until DATE] [--json]` */
export function addIdentityExcept(identity: Command, line: CommandLine): void {
  identity
    .command("except")
    .description(
      "say who answers for not minding a rule, a target, or one at the other: what is found of it counts as accepted",
    )
    .requiredOption("--tenant <name>", "whose directories it is about")
    .option("--rule <id>", "what this rule finds, as vedette identity rules lists it")
    .option("--target <name>", "what is found of targets of this name; * stands for any text")
    .option("--directory <name>", "only in this directory")
    .requiredOption("--reason <text>", "why it is not minded")
    .requiredOption("--owner <name>", "who answers for that")
    .option("--until <date>", "to the end of this day (UTC), or to a moment", readUntil)
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        'vedette identity except --tenant default --rule ad.password-never-expires --target "svc-*" --reason "Changed by the vault." --owner Ada --until 2027-03-31',
        'vedette identity except --tenant default --directory corp --target "OLD-PC$" --reason "Is taken down in May." --owner Ada',
      ),
    )
    .action(async (options: Options) => {
      const { tenant, reason, owner, until: expiresAt = null, json } = options;
      const { rule = null, target = null, directory = null } = options;
      await withTenant(line, { command: "vedette identity except", tenant }, async (context) => {
        if (directory !== null) await requireDirectory(context, { tenant, name: directory });
        if (rule !== null) await noteUnknownRule(line, rule);
        const scope = { directory, rule, target };
        const made = await exceptIdentity(context, { ...scope, reason, owner, expiresAt });
        if (json)
          return line.print(JSON.stringify({ ...made, ...scope, reason, owner, expiresAt }));
        const end = expiresAt === null ? "it is ended" : `${formatTime(expiresAt)} UTC`;
        const now = made.findings === 1 ? "1 finding is" : `${made.findings} findings are`;
        return line.print(`${made.id}: it holds until ${end}; ${now} accepted by it now`);
      });
    });
}
