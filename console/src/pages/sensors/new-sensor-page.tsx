import { useFilters } from "../../app/use-filters.ts";
import { type ItemOf, newDeclaration } from "../../kit/declaration.ts";
import { LoadedDeclaration } from "../../kit/loaded-declaration.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { SensorForm } from "./sensor-form.tsx";
import { type Item, ofType, typeOf } from "./sensor-item.ts";

/** Sensors → new: an empty form, or (`?from=ID`) a copy of a sensor that is there. */
export function NewSensorPage() {
  const [{ from, type, target }] = useFilters();
  const begun: Item = target === undefined ? {} : { target };
  const known = typeOf({ type });
  if (from === undefined) {
    const item = (known === null ? begun : ofType(begun, known)) as ItemOf<"Sensor">;
    return (
      <Page title={t("sensorForm.newTitle")} lead={t("sensorForm.newLead")}>
        <SensorForm start={newDeclaration("Sensor", item)} />
      </Page>
    );
  }
  return (
    <Page title={t("sensorForm.copyTitle")} lead={t("sensorForm.copyLead")}>
      <LoadedDeclaration kind="Sensor" source={{ id: from }}>
        {({ item }) => (
          <SensorForm
            start={newDeclaration("Sensor", {
              ...item,
              name: t("sensorForm.copyOf", { name: item.name }),
            })}
          />
        )}
      </LoadedDeclaration>
    </Page>
  );
}
