import type { Command } from "commander";
import { placeAgent } from "#exposure/flows";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { requireSite } from "../require-site.ts";
import { withAgent } from "../with-agent.ts";

interface Options {
  tenant: string;
  /** `false`: at none. */
  site?: string | false;
  tag?: string[];
  /** `false`: none. */
  tags: boolean;
}

/** `vedette agent set NAME --tenant T [--site S | --no-site] [--tag TAG… | --no-tags]` */
export function addAgentSet(agent: Command, line: CommandLine): void {
  agent
    .command("set")
    .description("say where an agent's host belongs; what is left out stays")
    .argument("<name>", "the agent's name or its id")
    .requiredOption("--tenant <name>", "whose agent it is")
    .option("--site <name>", "where the host is")
    .option("--no-site", "it is at none")
    .option("--tag <tag...>", "all its tags, by which audits choose it")
    .option("--no-tags", "it has none")
    .addHelpText(
      "after",
      examples("vedette agent set web1 --tenant default --site berlin --tag web prod"),
    )
    .action(async (name: string, options: Options) => {
      if (options.tag !== undefined && !options.tags) {
        throw new Problem("invalid_request", "Give either --tag or --no-tags.");
      }
      if (options.site === undefined && options.tag === undefined && options.tags) {
        const what = "Say what is to be set: --site, --no-site, --tag or --no-tags.";
        throw new Problem("invalid_request", what);
      }
      const which = { command: "vedette agent set", tenant: options.tenant, name };
      await withAgent(line, which, async (context, { id }) => {
        const siteId = await siteOf(context, options.site);
        const tags = options.tags ? options.tag : [];
        await placeAgent(context, {
          id,
          ...(siteId === undefined ? {} : { siteId }),
          ...(tags === undefined ? {} : { tags }),
        });
        line.print(`Agent ${name} is set.`);
      });
    });
}

async function siteOf(
  { database, tenantId }: Context,
  site: string | false | undefined,
): Promise<string | null | undefined> {
  if (site === undefined) return undefined;
  return site === false ? null : (await requireSite(database, tenantId, site)).id;
}
