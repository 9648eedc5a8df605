import { Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { SensorPage as Sensor } from "../../api/operations.generated.ts";
import { useMay } from "../../app/tenant.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { ErrandOutcome } from "./errand-outcome.tsx";
import { SensorActions } from "./sensor-actions.tsx";
import { SensorChanges } from "./sensor-changes.tsx";
import { SensorCertificate } from "./sensor-certificate.tsx";
import { SensorHistory } from "./sensor-history.tsx";
import { SensorHost } from "./sensor-host.tsx";
import { SensorIncidents } from "./sensor-incidents.tsx";
import { SensorInterfaces } from "./sensor-interfaces.tsx";
import { SensorSettings } from "./sensor-settings.tsx";
import { SensorState } from "./sensor-state.tsx";
import { SensorUptime } from "./sensor-uptime.tsx";
import { useCheckNow } from "./use-check-now.ts";

/** News come for what is new; the last latency and the charts are read again this often. */
const readAgainMs = 10_000;

/** One sensor: how it is and why, how it was, and how it is set. */
export function SensorPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const sensor = useApi("readSensor", { path: { id } }, { refetchInterval: readAgainMs });
  useLiveRefresh(
    ["sensors", "incidents", "errands"],
    ["readSensor", "readSensorSeries", "readSensorUptime"],
  );
  return <Loaded query={sensor}>{(data) => <Shown key={data.id} sensor={data} />}</Loaded>;
}

function Shown({ sensor }: { sensor: Sensor }) {
  const { name, type, target, companyName, certDaysLeft, interfaces, host } = sensor;
  const check = useCheckNow(sensor.id);
  const mayAdminister = useMay("administer");
  const lead = [t(`sensors.type.${type}`), target, companyName].filter((each) => each !== null);
  return (
    <Page
      title={name}
      lead={lead.join(" · ")}
      actions={
        <SensorActions sensor={sensor} isChecking={check.isUnderWay} onCheck={check.start} />
      }
    >
      <Stack gap="md">
        {check.wasAsked && <ErrandOutcome errand={check.errand} error={check.error} />}
        <SensorState sensor={sensor} />
        <SensorUptime sensorId={sensor.id} />
        <SensorHistory sensor={sensor} />
        {interfaces.length > 0 && <SensorInterfaces sensor={sensor} />}
        {host.length > 0 && <SensorHost sensor={sensor} />}
        {certDaysLeft !== null && <SensorCertificate sensor={sensor} daysLeft={certDaysLeft} />}
        <SensorIncidents sensorId={sensor.id} />
        <SensorSettings sensor={sensor} />
        {mayAdminister && <SensorChanges sensorId={sensor.id} />}
      </Stack>
    </Page>
  );
}
