import type { Command } from "commander";
import { type ImportReport, feedTitles, importFeedFiles } from "#exposure/feeds";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { feedProgress } from "../feed-progress.ts";

/** `vedette feeds import PATH… [--json]` */
export function addFeedsImport(feeds: Command, line: CommandLine): void {
  feeds
    .command("import")
    .description("take in files of feeds; one that is broken changes nothing and is named")
    .argument("<path...>", "files, or folders with files; .gz, .xz and .zip are unpacked")
    .option("--json", "print what became of each as JSON")
    .addHelpText(
      "after",
      "\nNVD 2.0 JSON (yearly files, API pages, mirrors), CISA KEV JSON, EPSS CSV, the JSON of the Debian security tracker," +
        "\nOSV (all.zip of an ecosystem, or single advisories). What a file is shows in its content, not in its name.\n" +
        examples("vedette feeds import /media/feeds", "vedette feeds import kev.json epss.csv.gz"),
    )
    .action(async (paths: string[], { json }: { json?: true }) => {
      const command = "vedette feeds import";
      await line.withInstallation(command, { mayMake: true }, async ({ connection }) => {
        const report = await importFeedFiles({ connection, now: Date.now }, paths, {
          onProgress: feedProgress(line.note),
          onWait: line.note,
        });
        if (json) line.print(JSON.stringify(report));
        else printReport(line, report);
        refuseFailures(report);
      });
    });
}

function printReport(line: CommandLine, { imported, passedOver, failures }: ImportReport): void {
  for (const { feed, files, records } of imported) {
    const count = files.length === 1 ? "1 file" : `${files.length} files`;
    line.print(`${feedTitles[feed]}: ${count} taken in, ${records} records now`);
  }
  for (const { reason } of passedOver) line.note(`Passed over: ${reason}`);
  for (const { reason } of failures) line.note(reason);
}

function refuseFailures({ imported, failures }: ImportReport): void {
  if (failures.length > 0) {
    const what = failures.length === 1 ? "1 file was" : `${failures.length} files were`;
    const others = imported.length === 0 ? "Nothing was changed" : "The others were";
    throw new Problem("invalid_request", `${what} not taken in. ${others}.`);
  }
  if (imported.length === 0) {
    throw new Problem("invalid_request", "There was no file to take in; nothing was changed.");
  }
}
