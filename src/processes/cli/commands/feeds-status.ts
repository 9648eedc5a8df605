import type { Command } from "commander";
import { type FeedStatus, feedTitles, isStale, listFeeds } from "#exposure/feeds";
import type { CommandLine } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTable, formatTime } from "../table.ts";

/** `vedette feeds status [--json]` */
export function addFeedsStatus(feeds: Command, line: CommandLine): void {
  feeds
    .command("status")
    .description("show how old and how large each feed is, and what went wrong last")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette feeds status"))
    .action(async ({ json }: { json?: true }) => {
      const command = "vedette feeds status";
      await line.withDatabase(command, { mayMake: false }, async (database) => {
        const found = await listFeeds(database.system);
        if (json) {
          line.print(JSON.stringify(found.map((feed) => ({ ...feed, stale: isStale(feed) }))));
          return;
        }
        line.print(table(found));
        for (const { name, lastError } of found) {
          if (lastError !== null) line.note(`${feedTitles[name]}: ${lastError}`);
        }
        if (found.every(({ importedAt }) => importedAt === null)) line.note(whatToDo);
      });
    });
}

const whatToDo =
  "There is no feed yet, so that no vulnerability can be found. Run vedette feeds sync, or, without Internet," +
  " vedette feeds import with files that another machine downloaded.";

function table(feeds: readonly FeedStatus[]): string {
  return formatTable(
    ["FEED", "RECORDS", "AS OF (UTC)", "AGE", "IMPORTED (UTC)", "LAST ATTEMPT (UTC)", "STATE"],
    feeds.map((feed) => [
      feedTitles[feed.name],
      String(feed.records),
      formatTime(feed.asOf),
      formatAge(feed.ageMs),
      formatTime(feed.importedAt),
      formatTime(feed.lastAttemptAt),
      stateOf(feed),
    ]),
  );
}

function stateOf(feed: FeedStatus): string {
  if (feed.lastError !== null) return "failed";
  if (feed.importedAt === null) return "none";
  return isStale(feed) ? "old" : "good";
}

function formatAge(ageMs: number | null): string {
  if (ageMs === null) return "-";
  const hours = Math.floor(ageMs / 3_600_000);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}
