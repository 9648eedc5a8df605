import { feedTitles, isStale, listFeeds } from "#exposure/feeds";
import { countFindingSpans, listWorstFindings } from "#exposure/findings";
import { isOnline, listProbeRows } from "#exposure/probes";
import { severities } from "#lib/severity";
import { boundsOfDays } from "#lib/time-zone";
import type { ConsoleCaller } from "#platform/http";
import {
  countOpenIdentity,
  findFirstSteps,
  listFailures,
  listSilentAgents,
} from "./exposure-overview.queries.ts";
import {
  type ExposureOverview,
  agentSilentMs,
  shownDays,
  shownFindings,
} from "./exposure-overview.ts";
import { noFindings, openBySpan, openNow } from "./finding-trend.ts";

/**
 * What the caller may see of the exposure at a glance.
 *
 * @param until when the last of the days ends, in epoch milliseconds: midnight where the caller is.
 * @param timeZone where the caller is.
 */
export async function readExposureOverview(
  caller: ConsoleCaller,
  until: number,
  timeZone: string,
): Promise<ExposureOverview> {
  const { database, tenantId, companyIds, now } = caller;
  const db = database.forTenant(tenantId);
  const bounds = boundsOfDays(until, timeZone, shownDays);
  const [spans, worst, identityRows, failures, silent, feeds, steps] = await Promise.all([
    countFindingSpans(db, tenantId, companyIds, bounds),
    listWorstFindings(db, tenantId, companyIds, shownFindings),
    countOpenIdentity(db, tenantId, companyIds),
    listFailures(db, tenantId, companyIds),
    listSilent(caller),
    listFeeds(db, now()),
    findFirstSteps(db, tenantId, companyIds),
  ]);
  const identity = noFindings();
  for (const { rank, open } of identityRows) {
    const severity = severities[rank];
    if (severity !== undefined) identity[severity] = open;
  }
  // Who sees some companies only can do nothing about feeds.
  const oldFeeds = companyIds === null ? feeds : [];
  return {
    findings: { ...openNow(spans), worst },
    identity,
    failures,
    ...silent,
    oldFeeds: oldFeeds
      .filter((feed) => isStale(feed) || (feed.importedAt !== null && feed.lastError !== null))
      .map(({ name, ageMs, lastError }) => ({ name, title: feedTitles[name], ageMs, lastError })),
    days: openBySpan(spans, shownDays).map((open, day) => ({ from: bounds[day] ?? until, open })),
    has: { ...steps, feeds: feeds.some(({ importedAt }) => importedAt !== null) },
  };
}

/** Probes and agents are the tenant's own: who sees some companies only is not told of them. */
async function listSilent(
  caller: ConsoleCaller,
): Promise<Pick<ExposureOverview, "silent" | "silentAgents">> {
  const { database, tenantId, companyIds, now } = caller;
  if (companyIds !== null) return { silent: [], silentAgents: 0 };
  const db = database.forTenant(tenantId);
  const [probes, agents] = await Promise.all([
    listProbeRows(db, tenantId),
    listSilentAgents(db, tenantId, now() - agentSilentMs),
  ]);
  const silent = [
    ...probes
      .filter(({ status, lastSeenAt }) => status === "active" && !isOnline(lastSeenAt, now()))
      .map(({ id, name, lastSeenAt }) => ({ kind: "probe" as const, id, name, lastSeenAt })),
    ...agents.map(({ id, name, lastSeenAt }) => ({ kind: "agent" as const, id, name, lastSeenAt })),
  ];
  return { silent: silent.slice(0, 20), silentAgents: agents[0]?.total ?? 0 };
}
