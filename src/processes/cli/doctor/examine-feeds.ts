import { type FeedStatus, feedTitles, isStale, listFeeds } from "#exposure/feeds";
import { listScansForOperators } from "#exposure/scans";
import type { Database } from "#platform/db";
import { listTenants } from "#platform/tenants";
import { operatorContext } from "../command-line.ts";
import type { Finding } from "./finding.ts";

/** Looks whether what scans find is judged by feeds that are there and fresh. */
export async function examineFeeds(database: Database): Promise<Finding> {
  let scans = 0;
  for (const { id: tenantId } of await listTenants(database.system)) {
    scans += (await listScansForOperators({ ...operatorContext(database), tenantId })).length;
  }
  const feeds = await listFeeds(database.system);
  return { subject: "vulnerability feeds", ...judgeFeeds(feeds, scans > 0) };
}

/** @param scanning whether anything is scanned: without it nobody misses a feed. */
export function judgeFeeds(
  feeds: readonly FeedStatus[],
  scanning: boolean,
): Omit<Finding, "subject"> {
  const there = feeds.filter(({ importedAt }) => importedAt !== null);
  const isLacking = !there.some(({ name }) => name === "nvd");
  if (there.length === 0 && !scanning)
    return { verdict: "ok", text: "none, and nothing is scanned" };
  const faults = [
    ...(isLacking && scanning ? ["without NVD most vulnerabilities are not found"] : []),
    ...there
      .filter(isStale)
      .map(({ name, ageMs }) => `${feedTitles[name]} is ${daysOf(ageMs)} old`),
    ...feeds.flatMap(({ name, lastError }) =>
      lastError === null ? [] : [`${feedTitles[name]} failed: ${lastError}`],
    ),
  ];
  if (faults.length === 0) {
    return { verdict: "ok", text: there.map(({ name }) => feedTitles[name]).join(", ") };
  }
  const remedy = "vedette feeds sync downloads what is new, vedette feeds import takes in files";
  return { verdict: "warning", text: `${faults.join("; ")}: ${remedy}` };
}

function daysOf(ageMs: number | null): string {
  return `${Math.floor((ageMs ?? 0) / 86_400_000)} days`;
}
