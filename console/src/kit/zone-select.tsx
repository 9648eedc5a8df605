import { Select } from "@mantine/core";
import { t } from "../text/text.ts";

const zones: readonly string[] = Intl.supportedValuesOf("timeZone");

/** Chooses a time zone by its IANA name. */
export function ZoneSelect({
  label,
  description,
  value,
  onChange,
  error,
}: {
  label: string;
  description?: string;
  value: string;
  onChange: (zone: string) => void;
  error?: string | undefined;
}) {
  return (
    <Select
      label={label}
      description={description}
      searchable
      allowDeselect={false}
      data={zones.includes(value) ? zones : [value, ...zones]}
      value={value}
      onChange={(zone) => onChange(zone ?? value)}
      error={error}
      nothingFoundMessage={t("forms.nothingFound")}
    />
  );
}
