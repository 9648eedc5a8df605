import { listAgentsForOperators } from "#exposure/agents";
import { type FeedStatus, feedTitles, isStale, listFeeds } from "#exposure/feeds";
import { listScansForOperators } from "#exposure/scans";
import type { Database } from "#platform/db";
import { listTenants } from "#platform/tenants";
import { operatorContext } from "../command-line.ts";
import type { Finding } from "./finding.ts";

/** Looks whether what scans and agents find is judged by feeds that are there and fresh. */
export async function examineFeeds(database: Database): Promise<Finding> {
  const use = { scans: false, agents: false };
  for (const { id: tenantId } of await listTenants(database.system)) {
    const context = { ...operatorContext(database), tenantId };
    use.scans ||= (await listScansForOperators(context)).length > 0;
    use.agents ||= (await listAgentsForOperators(context)).length > 0;
  }
  const feeds = await listFeeds(database.system);
  return { subject: "vulnerability feeds", ...judgeFeeds(feeds, use) };
}

/** @param use whether anything is scanned, and whether hosts have agents: without either nobody misses a feed. */
export function judgeFeeds(
  feeds: readonly FeedStatus[],
  use: { readonly scans: boolean; readonly agents: boolean },
): Omit<Finding, "subject"> {
  const there = feeds.filter(({ importedAt }) => importedAt !== null);
  const has = (...names: FeedStatus["name"][]) => there.some(({ name }) => names.includes(name));
  if (there.length === 0 && !use.scans && !use.agents)
    return { verdict: "ok", text: "none, and nothing is scanned" };
  const faults = [
    ...(use.scans && !has("nvd") ? ["without NVD most vulnerabilities are not found"] : []),
    ...(use.agents && !has("debian", "osv")
      ? ["without Debian's tracker or OSV no package on a host is judged"]
      : []),
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
