import { type Command, Option } from "commander";
import { type FeedName, type SyncOutcome, feedNames, feedTitles, syncFeeds } from "#exposure/feeds";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { feedProgress } from "../feed-progress.ts";

/** `vedette feeds sync [--feed F…] [--json]` */
export function addFeedsSync(feeds: Command, line: CommandLine): void {
  feeds
    .command("sync")
    .description("download what is new of the feeds, and take it in")
    .addOption(
      new Option("--feed <feed...>", "these alone").choices(feedNames).default(feedNames, "all"),
    )
    .option("--json", "print what became of each as JSON")
    .addHelpText(
      "after",
      "\nThe first time some hundred megabytes, later what has changed. Mirrors are named in VEDETTE_FEED_NVD_URL, _KEV_URL," +
        "\n_EPSS_URL, _DEBIAN_URL and _OSV_URL, the ecosystems of OSV in VEDETTE_FEED_OSV_ECOSYSTEMS.\n" +
        examples("vedette feeds sync", "vedette feeds sync --feed kev epss"),
    )
    .action(async ({ feed, json }: { feed: FeedName[]; json?: true }) => {
      const command = "vedette feeds sync";
      const { dataDir, feedSources } = line.config();
      const stop = new AbortController();
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        process.once(signal, () => stop.abort());
      }
      await line.withInstallation(command, { mayMake: true }, async ({ connection }) => {
        const deps = {
          connection,
          now: Date.now,
          sources: feedSources,
          dataDir,
          signal: stop.signal,
        };
        const outcomes = await syncFeeds(deps, feed, {
          onProgress: feedProgress(line.note),
          onWait: line.note,
          onNote: line.note,
        });
        if (json) line.print(JSON.stringify(outcomes));
        else for (const outcome of outcomes) printOutcome(line, outcome);
        const failed = outcomes.filter(({ outcome }) => outcome === "failed");
        if (failed.length === 0) return;
        const names = failed.map((outcome) => feedTitles[outcome.feed]).join(", ");
        throw new Problem("unavailable", `Not everything of ${names} could be brought up to date.`);
      });
    });
}

function printOutcome(
  line: CommandLine,
  { feed, outcome, files, records, reasons }: SyncOutcome,
): void {
  for (const reason of reasons) line.note(reason);
  const title = feedTitles[feed];
  const taken = `${files === 1 ? "1 file" : `${files} files`} taken in, ${records} records now`;
  if (outcome === "unchanged") line.print(`${title}: nothing new`);
  else if (records === null) line.print(`${title}: as before`);
  else line.print(`${title}: ${taken}`);
}
