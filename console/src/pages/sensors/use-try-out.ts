import { useState } from "react";
import { ApiProblem } from "../../api/client.ts";
import { useApi } from "../../api/hooks.ts";
import { placeFaults, useSensorForm } from "./sensor-form-state.ts";
import { isUnderWay, useErrandState, useTestSensor } from "./use-errand.ts";

/** Tries out what stands in the form, by the collector that is chosen there. */
export function useTryOut(kind: "check" | "discover") {
  const { item, sensorId, setFaults } = useSensorForm();
  const collectors = useApi("listCollectors", {});
  const ask = useTestSensor();
  const [id, setId] = useState<string | null>(null);
  const { errand, error } = useErrandState(id);
  const name = item["collector"];
  const collector = collectors.data?.items.find((each) =>
    name === undefined ? each.embedded : each.name === name,
  );
  const start = () => {
    setId(null);
    setFaults([]);
    const body = {
      kind,
      collectorId: collector?.id ?? null,
      ...(sensorId === null ? {} : { sensorId }),
      sensor: item,
    };
    ask.mutate(
      { body },
      {
        onSuccess: (asked) => setId(asked.id),
        onError: (problem) => {
          if (problem instanceof ApiProblem) setFaults(placeFaults(problem.details, "/sensor"));
        },
      },
    );
  };
  return {
    start,
    errand,
    /** Why it was not even begun, or is not known. */
    error: ask.error ?? error,
    isAsked: id !== null,
    isBusy: ask.isPending || (id !== null && error === null && isUnderWay(errand)),
  };
}
