import { type Command, Option } from "commander";
import { type DirectoryType, directoryTypes } from "#engines/directory-types";
import type { CommandLine } from "../command-line.ts";
import { describeRules } from "../describe-identity-rules.ts";
import { examples } from "../examples.ts";

/** `vedette identity rules [--type T] [--json]` */
export function addIdentityRules(identity: Command, line: CommandLine): void {
  identity
    .command("rules")
    .description(
      "list every rule that directories are asked by: how severe it is, what it asks, what to do",
    )
    .addOption(new Option("--type <type>", "of one kind of directory").choices(directoryTypes))
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples("vedette identity rules --type entra", "vedette identity rules --json | jq .[].id"),
    )
    .action(async ({ type, json }: { type?: DirectoryType; json?: true }) => {
      // Reading directories takes more than any other command needs.
      const { listRules } = await import("#engines/assess");
      const rules = listRules().filter((rule) => type === undefined || rule.type === type);
      line.print(json ? JSON.stringify(rules) : describeRules(rules));
    });
}
