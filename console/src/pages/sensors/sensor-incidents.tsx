import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { IncidentLinks } from "../incidents/incident-links.tsx";

const shown = 10;

/** The newest incidents of the sensor. */
export function SensorIncidents({ sensorId }: { sensorId: string }) {
  const { name } = useTenant();
  const query = { sensor: sensorId, sort: "-opened", limit: shown };
  const incidents = useApi("listIncidentRows", { query });
  useLiveRefresh(["incidents"], ["listIncidentRows"]);
  const total = incidents.data?.total ?? 0;
  return (
    <Section
      title={t("sensor.incidents")}
      actions={
        total > 0 && (
          <Anchor component={Link} to={`${paths.incidents(name)}?sensor=${sensorId}`} size="sm">
            {t("sensor.allIncidents")}
          </Anchor>
        )
      }
    >
      <Loaded query={incidents}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{t("sensor.noIncidents")}</Text>
          ) : (
            <IncidentLinks
              label={t("sensor.incidentsTable")}
              rows={items.map((incident) => ({ incident }))}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
