import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { addCollectorCreate } from "./collector-create.ts";
import { addCollectorList } from "./collector-list.ts";
import { addCollectorRevoke } from "./collector-revoke.ts";
import { addCollectorRun } from "./collector-run.ts";
import { addCollectorToken } from "./collector-token.ts";

/** `vedette collector`: runs one; and `create | list | revoke | token` to administer them. */
export function addCollectorCommands(program: Command, line: CommandLine): void {
  const collector = program
    .command("collector")
    .description("run a collector here; or create, list and revoke collectors")
    .addHelpText(
      "after",
      examples(
        "vedette collector --server https://vedette.example.net --token vde_…   # the first time",
        "vedette collector                                                      # later",
        "vedette collector create branch-berlin --tenant default",
      ) +
        "\n\nIts identity, and results that are not yet sent, are kept in VEDETTE_DATA_DIR (default ./data).",
    );
  addCollectorRun(collector, line);
  addCollectorCreate(collector, line);
  addCollectorList(collector, line);
  addCollectorRevoke(collector, line);
  addCollectorToken(collector, line);
}
