import { type Command, InvalidArgumentError } from "commander";
import { createAgentToken } from "#exposure/agents";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { describeAgentEnrolment } from "../enrolment.ts";
import { examples } from "../examples.ts";
import { readDuration } from "../read-duration.ts";
import { requireSite } from "../require-site.ts";

interface Options {
  tenant: string;
  site?: string;
  tag?: string[];
  uses: number;
  valid?: number;
  note: string;
  json?: true;
}

const dayMs = 86_400_000;

/** `vedette agent token --tenant T [--site S] [--tag TAG…] [--uses N] [--valid 24h] [--note N] [--json]` */
export function addAgentToken(agent: Command, line: CommandLine): void {
  agent
    .command("token")
    .description("make an enrolment token for one host or many and print it, alone, on stdout")
    .requiredOption("--tenant <name>", "whose hosts they are")
    .option("--site <name>", "where they are")
    .option("--tag <tag...>", "tags by which audits choose them")
    .option("--uses <number>", "how many hosts may enrol with it", readCount, 1)
    .option(
      "--valid <duration>",
      "for how long it works: 30m, 24h, 7d (default: 24h)",
      readDuration,
    )
    .option("--note <text>", "what it is for, for people", "")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette agent token --tenant default",
        "vedette agent token --tenant default --site berlin --tag web prod --uses 40 --valid 7d",
      ),
    )
    .action(async (options: Options) => {
      await line.withDatabase("vedette agent token", { mayMake: false }, async (database) => {
        const { tenant, site, tag = [], uses, valid = dayMs, note, json } = options;
        const { id: tenantId } = await requireTenant(database, tenant);
        const siteId = site === undefined ? null : (await requireSite(database, tenantId, site)).id;
        const context = { ...operatorContext(database), tenantId };
        const input = { note, siteId, tags: tag, uses, validForMs: valid };
        const made = await createAgentToken(context, input);
        line.note(describeAgentEnrolment(line.config(), { ...made, uses }));
        line.print(json ? JSON.stringify(made) : made.token);
      });
    });
}

function readCount(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number.");
}
