import type { Context } from "#platform/context";
import { acknowledgeIncidents } from "./acknowledge-incidents.ts";

/**
 * Notes that somebody has taken an open incident on.
 *
 * @returns false when it is acknowledged already, is closed, or the tenant has no such incident: nothing changes.
 * @throws Problem `forbidden` without write scope.
 */
export async function acknowledgeIncident(context: Context, id: string): Promise<boolean> {
  return (await acknowledgeIncidents(context, { ids: [id], note: null })).length > 0;
}
