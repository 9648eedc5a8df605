import { useQueryClient } from "@tanstack/react-query";
import { queryKey, useAct, useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { Errand } from "../../api/operations.generated.ts";
import { useTenant } from "../../app/tenant.ts";

/** News come as they happen; this is for when the line is down. */
const lookEveryMs = 2_000;

/** What became of an errand: `null` before the first answer. Looks until it has ended. */
export function useErrandState(id: string | null): { errand: Errand | null; error: Error | null } {
  useLiveRefresh(["errands"], ["getErrand"]);
  const args = { path: { id: id ?? "" } };
  const known = useQueryClient().getQueryData<Errand>(queryKey("getErrand", useTenant().id, args));
  const hasEnded = known !== undefined && known.endedAt !== null;
  const query = useApi("getErrand", args, {
    enabled: id !== null,
    refetchInterval: id === null || hasEnded ? false : lookEveryMs,
  });
  // The answer before stays until the next one comes: it may be of another errand.
  const errand = query.data !== undefined && query.data.id === id ? query.data : null;
  return { errand, error: id === null ? null : query.error };
}

/** Whether it is still under way. */
export function isUnderWay(errand: Errand | null): boolean {
  return errand === null || errand.endedAt === null;
}

/** Has unsaved settings tried out. The errand's id is in `data`. */
export function useTestSensor() {
  return useAct("testSensor", { changes: [], quiet: true });
}
