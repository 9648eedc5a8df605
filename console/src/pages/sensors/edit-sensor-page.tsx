import { useParams } from "@tanstack/react-router";
import { LoadedDeclaration } from "../../kit/loaded-declaration.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { SensorForm } from "./sensor-form.tsx";

/** Sensor → edit. */
export function EditSensorPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  return (
    <LoadedDeclaration key={id} kind="Sensor" source={{ id }}>
      {(start) => (
        <Page title={t("sensorForm.editTitle", { name: start.item.name })}>
          <SensorForm start={start} />
        </Page>
      )}
    </LoadedDeclaration>
  );
}
