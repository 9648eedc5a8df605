import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { addAgentDelete } from "./agent-delete.ts";
import { addAgentList } from "./agent-list.ts";
import { addAgentPackages } from "./agent-packages.ts";
import { addAgentRename } from "./agent-rename.ts";
import { addAgentRevoke } from "./agent-revoke.ts";
import { addAgentRun } from "./agent-run.ts";
import { addAgentSet } from "./agent-set.ts";
import { addAgentShow } from "./agent-show.ts";
import { addAgentToken } from "./agent-token.ts";
import { addAgentTokenRevoke, addAgentTokens } from "./agent-tokens.ts";

/** `vedette agent`: runs one; and `token | tokens | token-revoke | list | show | packages | set | rename | revoke | delete` for them. */
export function addAgentCommands(program: Command, line: CommandLine): void {
  const agent = program
    .command("agent")
    .description(
      "run an agent here, which knows its host; or let in, list, place and revoke agents",
    )
    .addHelpText(
      "after",
      examples(
        "vedette agent --server https://vedette.example.net --token vdae_…   # the first time",
        "vedette agent                                                       # later",
        "vedette agent token --tenant default --tag web --uses 40",
      ) +
        "\n\nIts identity, and outcomes that are not yet sent, are kept in --data-dir or VEDETTE_DATA_DIR (default ./data).",
    );
  addAgentRun(agent, line);
  addAgentToken(agent, line);
  addAgentTokens(agent, line);
  addAgentTokenRevoke(agent, line);
  addAgentList(agent, line);
  addAgentShow(agent, line);
  addAgentPackages(agent, line);
  addAgentSet(agent, line);
  addAgentRename(agent, line);
  addAgentRevoke(agent, line);
  addAgentDelete(agent, line);
}
