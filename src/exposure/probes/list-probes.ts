import type { List } from "#platform/http";
import { readTableList } from "#platform/pagination";
import type { ListedProbe } from "./listed-probe.ts";
import { probeList } from "./probe-list.queries.ts";
import { onlineForMs } from "./probe.ts";

/** The tenant's probes by id, as they are at `now`. */
export function listProbes(tenantId: string, now: number): List<ListedProbe> {
  return readTableList("probes", probeList, tenantId, [now - onlineForMs]);
}
