import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { addFeedsImport } from "./feeds-import.ts";
import { addFeedsStatus } from "./feeds-status.ts";
import { addFeedsSync } from "./feeds-sync.ts";

/** `vedette feeds sync | import | status`: what findings are judged by. */
export function addFeedsCommands(program: Command, line: CommandLine): void {
  const feeds = program
    .command("feeds")
    .description("bring the vulnerability feeds up to date, from the Internet or from files")
    .addHelpText(
      "after",
      examples(
        "vedette feeds sync                 # download what is new",
        "vedette feeds import /media/feeds  # without Internet: files that another machine downloaded",
        "vedette feeds status",
      ),
    );
  addFeedsSync(feeds, line);
  addFeedsImport(feeds, line);
  addFeedsStatus(feeds, line);
}
