import type { Command } from "commander";
import { version } from "#lib/version";
import { writeBackup } from "#platform/backup";
import { readOrMakeKeyFile } from "#platform/crypto";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";

/** `vedette backup FILE [--json]` */
export function addBackupCommand(program: Command, line: CommandLine): void {
  program
    .command("backup")
    .description("write all data and the secret key into one file, as of one moment, while it runs")
    .argument("<file>", "appears whole or not at all; guard it: it opens every credential")
    .option("--json", "print what it holds as JSON")
    .addHelpText("after", examples("vedette backup /backup/vedette-$(date +%F).tar.zst"))
    .action(async (file: string, { json }: { json?: true }) => {
      const command = "vedette backup";
      await line.withInstallation(command, { mayMake: false }, async ({ connection }) => {
        const key = await readOrMakeKeyFile(line.config().secretKeyFile);
        const source = { connection, key, version: version, now: Date.now };
        const stop = new AbortController();
        for (const signal of ["SIGTERM", "SIGINT"] as const) {
          process.once(signal, () => stop.abort());
        }
        const summary = await writeBackup(file, source, stop.signal).catch((error: unknown) => {
          throw cannotWrite(file, error);
        });
        const { tables, rows, bytes } = summary;
        if (json) line.print(JSON.stringify({ file, ...summary }));
        else
          line.print(
            `${file}: ${rows} rows of ${tables} tables and the secret key, ${bytes} bytes`,
          );
      });
    });
}

/** What the file system says is for the one who chose the file; anything else is not about the file. */
function cannotWrite(file: string, error: unknown): unknown {
  const isOfFiles = error instanceof Error && "syscall" in error && "path" in error;
  const isFull = error instanceof Error && "code" in error && error.code === "ENOSPC";
  if (!isOfFiles && !isFull) return error;
  return new Problem("unavailable", `${file} cannot be written: ${error.message}.`, {
    cause: error,
  });
}
