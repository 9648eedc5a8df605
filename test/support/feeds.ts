import { fileURLToPath } from "node:url";
import { importFeedFiles } from "#exposure/feeds";
import type { EmptyDatabase } from "#test/database";

/** 27 CVEs as NVD, KEV, EPSS and Debian's tracker have them. */
const feedsFolder = fileURLToPath(new URL("../fixtures/feeds", import.meta.url));

/** Fills a test's database with what the feeds of the tests say. */
export async function loadFeeds({ connection }: EmptyDatabase): Promise<void> {
  const report = await importFeedFiles({ connection, now: Date.now }, [feedsFolder]);
  if (report.failures.length > 0) throw new Error(JSON.stringify(report.failures));
}
