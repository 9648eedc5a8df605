import { tellDone } from "../../app/tell.tsx";
import { useAct } from "../../api/hooks.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { plural, t } from "../../text/text.ts";

type Body = Operations["changeSensors"]["body"];

/** Which sensors: these, or all that match filters. */
export type Selection = Body["select"];
export type SensorsChange = Body["change"];

const outOfDate = ["listSensorRows", "countSensors", "readSensor"] as const;

/** Changes or deletes many sensors, and says how many it were. */
export function useBulk(selection: Selection, onDone: () => void) {
  const change = useAct("changeSensors", { changes: outOfDate, quiet: true });
  const remove = useAct("deleteSensors", { changes: outOfDate, quiet: true });
  const tell = (message: string) => {
    tellDone(message);
    onDone();
  };
  return {
    isPending: change.isPending || remove.isPending,
    error: change.error ?? remove.error,
    change: (wanted: SensorsChange) =>
      change.mutate(
        { body: { select: selection, change: wanted } },
        {
          onSuccess: ({ changed }) =>
            tell(changed === 0 ? t("sensors.alreadySo") : plural("sensors.changed", changed)),
        },
      ),
    remove: () =>
      remove.mutate(
        { body: { select: selection } },
        { onSuccess: ({ deleted }) => tell(plural("sensors.deleted", deleted)) },
      ),
  };
}
