import type { Command } from "commander";
import { restoreBackup } from "#platform/backup";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { takeKey } from "../take-key.ts";
import { formatTime } from "../table.ts";

/** `vedette restore FILE [--json]` */
export function addRestoreCommand(program: Command, line: CommandLine): void {
  program
    .command("restore")
    .description("fill a new, empty installation from a backup: all of it, or nothing")
    .argument("<file>")
    .option("--json", "print what was restored as JSON")
    .addHelpText(
      "after",
      examples(
        "VEDETTE_DATA_DIR=/var/lib/vedette vedette restore /backup/vedette-2026-11-21.tar.zst",
      ),
    )
    .action(async (file: string, { json }: { json?: true }) => {
      const options = { mayMake: true, alone: true };
      await line.withInstallation("vedette restore", options, async ({ connection }) => {
        const { secretKeyFile } = line.config();
        const restored = await restoreBackup(file, {
          connection,
          takeKey: (key) => takeKey(secretKeyFile, key),
        });
        const { rows, tables, createdAt } = restored;
        if (json) line.print(JSON.stringify({ file, ...restored }));
        else {
          const when = formatTime(createdAt);
          line.print(
            `Restored ${rows} rows of ${tables} tables and the secret key, as of ${when} UTC.`,
          );
        }
      });
    });
}
