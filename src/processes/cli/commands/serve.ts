import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";

/** `vedette serve` */
export function addServeCommand(program: Command, line: CommandLine): void {
  program
    .command("serve")
    .description("run the server with its console; without DATABASE_URL also the embedded database")
    .addHelpText(
      "after",
      examples(
        "vedette serve",
        "VEDETTE_PORT=8080 VEDETTE_DATA_DIR=/var/lib/vedette vedette serve",
      ),
    )
    .action(async () => {
      const { serve } = await import("#processes/server");
      await serve(line.config());
    });
}
