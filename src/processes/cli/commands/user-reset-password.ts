import type { Command } from "commander";
import { issuePasswordLink } from "#platform/people";
import { type CommandLine, operatorContext } from "../command-line.ts";
import { consoleLink } from "../console-link.ts";
import { examples } from "../examples.ts";
import { requireUser } from "../require-user.ts";

interface Options {
  secondFactor?: true;
  json?: true;
}

/** `vedette user reset-password EMAIL [--second-factor] [--json]` */
export function addUserResetPassword(user: Command, line: CommandLine): void {
  user
    .command("reset-password")
    .description("make a link with which a person chooses a new password, once, within a day")
    .argument("<email>", "whose")
    .option("--second-factor", "it takes the second factor away as well, for one who has lost it")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette user reset-password ann@example.com"))
    .action(async (email: string, { secondFactor, json }: Options) => {
      const config = line.config();
      const command = "vedette user reset-password";
      await line.withDatabase(command, { mayMake: false }, async (database) => {
        const person = await requireUser(database, email);
        const token = await issuePasswordLink(operatorContext(database), person.id, {
          clearsSecondFactor: secondFactor === true,
        });
        const link = consoleLink(config, "new-password", token);
        if (json) return line.print(JSON.stringify({ email: person.email, link }));
        line.note(`${person.email} chooses a new password with this link, once, within a day:`);
        line.print(link);
      });
    });
}
