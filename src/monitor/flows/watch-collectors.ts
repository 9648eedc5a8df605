import { newId } from "#lib/ids";
import {
  decidePresence,
  listMaybeSilentCollectors,
  silentAfterMs,
  updateCollectorIncident,
  type WatchedCollector,
} from "#monitor/collectors";
import { saveIncidents } from "#monitor/incidents";
import type { Database } from "#platform/db";
import { announce } from "#platform/live";

/**
 * Opens an incident for each enrolled collector that has gone silent, and closes it when it is heard of again or was
 * revoked. Its sensors keep their states: they are stale, not down.
 *
 * @param deps.listeningSince when this server began to listen (Unix epoch milliseconds).
 */
export async function watchCollectors(deps: {
  database: Database;
  now: () => number;
  listeningSince: number;
}): Promise<void> {
  const now = deps.now();
  for (const collector of await listMaybeSilentCollectors(
    deps.database.system,
    now - silentAfterMs,
  )) {
    if (collector.status === "revoked")
      await close(deps.database, collector, now, "the collector was revoked");
    else {
      const decision = decidePresence(collector, deps.listeningSince, now);
      if (decision.kind === "open") await open(deps.database, collector, decision.openedAt, now);
      if (decision.kind === "close")
        await close(deps.database, collector, decision.closedAt, "the collector is heard of again");
    }
  }
}

async function open(
  database: Database,
  collector: WatchedCollector,
  openedAt: number,
  now: number,
): Promise<void> {
  const id = newId();
  const silence = `the collector ${collector.name} has not been heard of since ${new Date(openedAt).toISOString()}`;
  await database.transaction(collector.tenantId, async (tx) => {
    if (!(await updateCollectorIncident(tx, collector.tenantId, collector.id, null, id))) return;
    await saveIncidents(tx, collector.tenantId, {
      opened: [
        {
          id,
          kind: "collector",
          subjectId: collector.id,
          subjectName: collector.name,
          cause: `${silence}; its sensors are not being checked`,
          openedAt,
          closedAt: null,
          flapping: false,
          backfilled: false,
        },
      ],
      closed: [],
      flapping: [],
      events: [{ incidentId: id, at: now, kind: "opened", text: silence }],
    });
    await announce(tx, collector.tenantId, "incidents", [id]);
    await announce(tx, collector.tenantId, "collectors", [collector.id]);
    await announce(tx, collector.tenantId, "sensors", null);
  });
}

async function close(
  database: Database,
  collector: WatchedCollector,
  closedAt: number,
  text: string,
): Promise<void> {
  const incident = collector.openIncident;
  if (incident === null) return;
  await database.transaction(collector.tenantId, async (tx) => {
    if (!(await updateCollectorIncident(tx, collector.tenantId, collector.id, incident.id, null)))
      return;
    await saveIncidents(tx, collector.tenantId, {
      opened: [],
      closed: [{ id: incident.id, closedAt }],
      flapping: [],
      events: [{ incidentId: incident.id, at: closedAt, kind: "closed", text }],
    });
    await announce(tx, collector.tenantId, "incidents", [incident.id]);
    await announce(tx, collector.tenantId, "collectors", [collector.id]);
    await announce(tx, collector.tenantId, "sensors", null);
  });
}
