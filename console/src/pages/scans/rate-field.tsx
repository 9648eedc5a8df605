import { Checkbox, NumberInput, Stack } from "@mantine/core";
import { t } from "../../text/text.ts";

/** How many probes may leave in a second: as usual, so many, or as many as the probe manages. */
export function RateField({
  label,
  usual,
  value,
  onChange,
  error,
}: {
  label: string;
  usual: string;
  value: number | "unlimited" | undefined;
  onChange: (value: number | "unlimited" | undefined) => void;
  error?: string | undefined;
}) {
  const isUnlimited = value === "unlimited";
  return (
    <Stack gap={6}>
      <NumberInput
        label={label}
        description={t("scans.rateHint")}
        placeholder={isUnlimited ? "" : usual}
        min={1}
        max={1_000_000}
        value={typeof value === "number" ? value : ""}
        onChange={(next) => onChange(next === "" ? undefined : Number(next))}
        disabled={isUnlimited}
        error={error}
      />
      <Checkbox
        label={t("scans.noLimit")}
        aria-label={t("scans.noLimitOf", { rate: label })}
        checked={isUnlimited}
        onChange={(event) => onChange(event.currentTarget.checked ? "unlimited" : undefined)}
      />
    </Stack>
  );
}
