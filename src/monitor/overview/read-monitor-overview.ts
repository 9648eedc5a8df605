import { boundsOfDays } from "#lib/time-zone";
import { isOnline, listCollectors } from "#monitor/collectors";
import { countOpenIncidents, countOpenedBySpan, listOpenIncidents } from "#monitor/incidents";
import { countStatuses, viewOf } from "#monitor/sensors";
import type { ConsoleCaller } from "#platform/http";
import { type MonitorOverview, shownDays, shownIncidents } from "./monitor-overview.ts";

/**
 * What the caller may see of monitoring at a glance.
 *
 * @param until when the last of the days ends, in epoch milliseconds: midnight where the caller is.
 * @param timeZone where the caller is.
 */
export async function readMonitorOverview(
  caller: ConsoleCaller,
  until: number,
  timeZone: string,
): Promise<MonitorOverview> {
  const { database, tenantId, companyIds } = caller;
  const db = database.forTenant(tenantId);
  const bounds = boundsOfDays(until, timeZone, shownDays);
  const [statuses, counted, newest, spans, silentCollectors] = await Promise.all([
    viewOf(caller).then((view) => countStatuses(db, tenantId, view)),
    countOpenIncidents(db, tenantId, companyIds),
    listOpenIncidents(db, tenantId, companyIds, shownIncidents),
    countOpenedBySpan(db, tenantId, companyIds, bounds),
    listSilentCollectors(caller),
  ]);
  const sensors = { up: 0, down: 0, stale: 0, maintenance: 0, unknown: 0, paused: 0 };
  for (const { name, count } of statuses) sensors[name] = count;
  const opened = new Map(spans.map((each) => [each.span, each.opened]));
  const days = bounds.slice(0, -1).map((from, day) => ({ from, opened: opened.get(day) ?? 0 }));
  return { sensors, incidents: { ...counted, newest }, silentCollectors, days };
}

/** Collectors belong to no company: who sees some companies only is not told of them. */
async function listSilentCollectors(
  caller: ConsoleCaller,
): Promise<MonitorOverview["silentCollectors"]> {
  if (caller.companyIds !== null) return [];
  const now = caller.now();
  const collectors = await listCollectors(caller);
  return collectors
    .filter(({ status, lastSeenAt }) => status === "active" && !isOnline(lastSeenAt, now))
    .map(({ id, name, lastSeenAt }) => ({ id, name, lastSeenAt }));
}
