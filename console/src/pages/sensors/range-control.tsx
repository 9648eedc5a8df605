import { SegmentedControl } from "@mantine/core";
import { useFilters } from "../../app/use-filters.ts";
import { t } from "../../text/text.ts";

const ranges = ["24h", "7d", "30d", "1y"] as const;
export type Range = (typeof ranges)[number];

/** How far back charts go: in the address. */
export function useRange(): Range {
  const [filters] = useFilters();
  return ranges.find((range) => range === filters["range"]) ?? "24h";
}

export function RangeControl() {
  const range = useRange();
  const [, change] = useFilters();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t("sensor.range")}
      value={range}
      onChange={(value) => change({ range: value === "24h" ? "" : value })}
      data={ranges.map((each) => ({ value: each, label: t(`sensor.range.${each}`) }))}
    />
  );
}

/** How often charts are read again: no step of a longer range is over sooner. */
export function refreshMs(range: Range): number {
  return range === "24h" ? 30_000 : 5 * 60_000;
}
