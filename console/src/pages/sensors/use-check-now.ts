import { useAct } from "../../api/hooks.ts";
import { isUnderWay, useErrandState } from "./use-errand.ts";

/** Has a sensor's collector check it now: an ordinary check, whose result counts as any other. */
export function useCheckNow(sensorId: string) {
  const ask = useAct("checkSensorNow", { changes: [], quiet: true });
  const id = ask.data?.id ?? null;
  const { errand, error } = useErrandState(id);
  return {
    start: () => ask.mutate({ path: { id: sensorId } }),
    wasAsked: !ask.isIdle,
    isUnderWay: ask.isPending || (id !== null && error === null && isUnderWay(errand)),
    errand,
    error: ask.error ?? error,
  };
}
