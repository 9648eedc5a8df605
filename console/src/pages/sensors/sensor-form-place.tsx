import { Select, SimpleGrid, Switch, Text } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import { NameSelect } from "../../kit/name-select.tsx";
import { plural, t } from "../../text/text.ts";
import { formatDuration } from "../../kit/format-duration.ts";
import { ListField, NumberField } from "./sensor-form-fields.tsx";
import { useField, useSensorForm } from "./sensor-form-state.ts";

/** Where a sensor belongs, who checks it, how often, and when it is believed. */
export function PlaceFields() {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CollectorField />
        <NameField
          at="/company"
          operation="listCompanyNames"
          label={t("sensorForm.company")}
          hint={t("sensorForm.companyHint")}
        />
        <NumberField
          at="/intervalSec"
          label={t("sensorForm.interval")}
          hint={t("sensorForm.intervalHint")}
          min={1}
          max={86_400}
          usual={60}
          unit="s"
        />
        <NameField
          at="/parent"
          operation="listSensorNames"
          label={t("sensorForm.parent")}
          hint={t("sensorForm.parentHint")}
        />
        <NumberField
          at="/failuresBeforeDown"
          label={t("sensorForm.failuresBeforeDown")}
          hint={t("sensorForm.failuresBeforeDownHint")}
          min={1}
          max={10}
          usual={3}
        />
        <NumberField
          at="/successesBeforeUp"
          label={t("sensorForm.successesBeforeUp")}
          hint={t("sensorForm.successesBeforeUpHint")}
          min={1}
          max={10}
          usual={2}
        />
      </SimpleGrid>
      <BelievedAfter />
      <ListField at="/tags" label={t("sensorForm.tags")} hint={t("sensorForm.tagsHint")} />
      <EnabledField />
    </>
  );
}

/** Shown negatively, people would read it wrongly: on is watched. */
function EnabledField() {
  const { value, set, readOnly } = useField("/enabled");
  return (
    <Switch
      data-field="/enabled"
      label={t("sensorForm.enabled")}
      description={t("sensorForm.enabledHint")}
      checked={value !== false}
      disabled={readOnly}
      onChange={(event) => set(event.currentTarget.checked ? undefined : false)}
    />
  );
}

function CollectorField() {
  const { value, set, error, readOnly } = useField("/collector");
  const collectors = useApi("listCollectors", {});
  const items = collectors.data?.items ?? [];
  const embedded = items.find((each) => each.embedded);
  const options = items
    .filter(({ status, name }) => status !== "revoked" || name === value)
    .map(({ name, status, embedded: isEmbedded }) => ({
      value: name,
      label: `${isEmbedded ? t("sensorForm.embedded") : name}${status === "online" ? "" : ` (${t(`sensorForm.collector.${status}`)})`}`,
    }));
  return (
    <Select
      data-field="/collector"
      label={t("sensorForm.collector")}
      description={t("sensorForm.collectorHint")}
      data={options}
      value={typeof value === "string" ? value : (embedded?.name ?? null)}
      onChange={(name) => set(name === embedded?.name ? undefined : (name ?? undefined))}
      error={error ?? (collectors.error === null ? undefined : collectors.error.message)}
      readOnly={readOnly}
      allowDeselect={false}
      searchable={items.length > 8}
      nothingFoundMessage={t("common.noMatch")}
    />
  );
}

function NameField({
  at,
  ...rest
}: {
  at: string;
  operation: "listCompanyNames" | "listSensorNames";
  label: string;
  hint: string;
}) {
  const { value, set, error, readOnly } = useField(at);
  return (
    <NameSelect
      {...rest}
      field={at}
      value={typeof value === "string" ? value : null}
      onChange={(name) => set(name ?? undefined)}
      error={error}
      readOnly={readOnly}
    />
  );
}

/** What the thresholds come to, in words; as the collector does it: soon again while an outcome is to be confirmed. */
function BelievedAfter() {
  const { item } = useSensorForm();
  const number = (name: string, usual: number) => {
    const value = item[name];
    return typeof value === "number" && value > 0 ? value : usual;
  };
  const intervalSec = number("intervalSec", 60);
  const failures = number("failuresBeforeDown", 3);
  const againSec = Math.min(intervalSec, Math.max(5, intervalSec / 4));
  const seconds = intervalSec + (failures - 1) * againSec;
  return (
    <Text size="sm" c="dimmed">
      {plural("sensorForm.believedAfter", failures, { time: formatDuration(seconds * 1000) })}
    </Text>
  );
}
