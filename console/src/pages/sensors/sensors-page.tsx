import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { useSensorColumns } from "./sensor-columns.tsx";
import { SensorFilters, StatusCounts, sensorQuery } from "./sensor-filters.tsx";

/** Latencies and times of checks change without news: they are read again this often. */
const readAgainMs = 15_000;

/** Sensors that were selected while these filters were set. */
interface Selected {
  of: string;
  ids: ReadonlySet<string>;
}

/** All sensors, what is down first. */
export function SensorsPage() {
  const tenant = useTenant();
  const navigate = useNavigate();
  const [filters] = useFilters();
  const query = sensorQuery(filters);
  const columns = useSensorColumns();
  const facets = useApi("countSensors", {}, { refetchInterval: readAgainMs });
  useLiveRefresh(["sensors", "incidents"], ["countSensors"]);
  useLiveRefresh(["incidents"], ["listSensorRows"]);
  // What is selected is of these filters: with others, one would not see what one is about to change.
  const [selection, setSelection] = useState<Selected>({ of: "", ids: new Set() });
  const key = JSON.stringify(query);
  const selected = selection.of === key ? selection.ids : new Set<string>();
  const select = (ids: ReadonlySet<string>) => setSelection({ of: key, ids });
  const newSensor = (
    <GuardedButton
      need="operate"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void navigate({ to: paths.newSensor(tenant.name) })}
    >
      {t("sensors.new")}
    </GuardedButton>
  );
  return (
    <Page title={t("sensors.title")} lead={t("sensors.lead")} actions={newSensor}>
      {facets.data !== undefined && <StatusCounts facets={facets.data} />}
      <SensorFilters facets={facets.data} />
      {selected.size > 0 && (
        <SelectionBar
          key={key}
          selected={selected}
          query={query}
          onDone={() => select(new Set())}
        />
      )}
      <DataTable
        operation="listSensorRows"
        args={{ query }}
        columns={columns}
        label={t("sensors.title")}
        defaultSort="status"
        nameOf={({ name }) => name}
        hrefOf={({ id }) => paths.sensor(tenant.name, id)}
        live="sensors"
        selection={{ selected, onChange: select }}
        empty={
          tenant.companyIds === null ? (
            <Empty title={t("sensors.empty")} hint={t("sensors.emptyHint")} action={newSensor} />
          ) : (
            <Empty title={t("sensors.empty")} hint={t("sensors.emptyLimited")} />
          )
        }
      />
    </Page>
  );
}
