import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { addProbeCreate } from "./probe-create.ts";
import { addProbeDisable, addProbeEnable } from "./probe-enable.ts";
import { addProbeList } from "./probe-list.ts";
import { addProbeRun } from "./probe-run.ts";
import { addProbeToken } from "./probe-token.ts";

/** `vedette probe`: runs one; and `create | list | token | disable | enable` to administer them. */
export function addProbeCommands(program: Command, line: CommandLine): void {
  const probe = program
    .command("probe")
    .description("run a probe here, which scans; or create, list, disable and enable probes")
    .addHelpText(
      "after",
      examples(
        "vedette probe --server https://vedette.example.net --token vdpe_…   # the first time",
        "vedette probe                                                       # later",
        "vedette probe create branch-berlin --tenant default",
      ) +
        "\n\nIts identity, and reports that are not yet sent, are kept in --data-dir or VEDETTE_DATA_DIR (default ./data).",
    );
  addProbeRun(probe, line);
  addProbeCreate(probe, line);
  addProbeList(probe, line);
  addProbeToken(probe, line);
  addProbeDisable(probe, line);
  addProbeEnable(probe, line);
}
