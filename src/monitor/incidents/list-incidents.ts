import type { List } from "#platform/http";
import {
  type IncidentPageRow,
  type IncidentStateFilter,
  incidentLists,
} from "./incident-list.queries.ts";
import type { ListedIncident } from "./listed-incident.ts";

/** Rows that a whole list reads at a time. */
const batchSize = 500;

/** The tenant's incidents, the newest first. */
export function listIncidents(tenantId: string, state: IncidentStateFilter): List<ListedIncident> {
  const { page, measure, all } = incidentLists[state];
  return {
    name: "incidents",
    page: async (db, limit, offset) => asPage(await db.run(page, [tenantId, limit, offset])),
    measure: (tx) => tx.run(measure, [tenantId]),
    read: (tx, offset) => tx.cursor(all, [tenantId, offset], batchSize),
  };
}

function asPage(rows: readonly IncidentPageRow[]): { total: number; items: ListedIncident[] } {
  const items: ListedIncident[] = [];
  for (const { total: _total, ...incident } of rows) {
    if (incident.id !== null) items.push(incident);
  }
  return { total: rows[0]?.total ?? 0, items };
}
