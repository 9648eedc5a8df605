import { Button, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import type { HostSeries, SensorPage } from "../../api/operations.generated.ts";
import { Bar } from "../../kit/bar.tsx";
import { formatDuration } from "../../kit/format-duration.ts";
import { formatBytes, formatPercent } from "../../kit/format-quantity.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Section } from "../../kit/section.tsx";
import { TimeChart } from "../../kit/time-chart.tsx";
import { Time, formatExact } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { RangeControl, refreshMs, useRange } from "./range-control.tsx";

type Part = SensorPage["host"][number];

/** From here on a processor, memory or disk is worth a look. */
const highPercent = 90;

/** Processor, memory, disks and running time of the host, and the chart of the one that was chosen. */
export function SensorHost({ sensor: { id, host } }: { sensor: SensorPage }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const part = host.find((each) => keyOf(each) === chosen);
  return (
    <Section title={t("sensor.host")} actions={part !== undefined && <RangeControl />}>
      {part !== undefined && <PartChart key={keyOf(part)} sensorId={id} part={part} />}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {host.map((each) => (
          <PartCard
            key={keyOf(each)}
            part={each}
            isChosen={keyOf(each) === chosen}
            onChoose={() => setChosen(keyOf(each) === chosen ? null : keyOf(each))}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function keyOf({ aspect, name }: Part): string {
  return `${aspect} ${name}`;
}

function labelOf({ aspect, name }: Part): string {
  return aspect === "storage" ? t("sensor.host.storage", { name }) : t(`sensor.host.${aspect}`);
}

function PartCard({
  part,
  isChosen,
  onChoose,
}: {
  part: Part;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { aspect, percent, used, total, seconds, readAt } = part;
  const label = labelOf(part);
  return (
    <Paper withBorder p="sm">
      <Stack gap={4}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" fw={600} truncate title={label}>
            {label}
          </Text>
          {aspect !== "uptime" && (
            <Button
              size="compact-xs"
              variant={isChosen ? "light" : "default"}
              aria-pressed={isChosen}
              aria-label={`${t("sensor.host.chart")}: ${label}`}
              leftSection={<IconChartLine size={14} aria-hidden />}
              onClick={onChoose}
              style={{ flex: "none" }}
            >
              {t("sensor.host.chart")}
            </Button>
          )}
        </Group>
        {percent !== null && (
          <>
            <Text size="lg">{formatPercent(percent)}</Text>
            <Bar
              value={percent}
              tone={percent >= highPercent ? "status-down" : "status-up"}
              aria-hidden
            />
          </>
        )}
        {used !== null && total !== null && (
          <Text size="xs" c="dimmed">
            {t("sensor.host.of", { used: formatBytes(used), total: formatBytes(total) })}
          </Text>
        )}
        {seconds !== null && <Text size="lg">{formatDuration(seconds * 1000)}</Text>}
        <Text size="xs" c="dimmed">
          {t("sensor.readAt")} <Time at={readAt} />
        </Text>
      </Stack>
    </Paper>
  );
}

function PartChart({ sensorId, part }: { sensorId: string; part: Part }) {
  const { aspect, name } = part;
  const range = useRange();
  const series = useApi(
    "readHostSeries",
    { path: { id: sensorId }, query: { range, aspect, name } },
    { refetchInterval: refreshMs(range) },
  );
  return (
    <Loaded query={series}>{(data) => <ShownChart label={labelOf(part)} series={data} />}</Loaded>
  );
}

function ShownChart({ label, series }: { label: string; series: HostSeries }) {
  const { at, fromAt, toAt, percentMean, percentMax } = series;
  const means = percentMean.filter((value) => value !== null);
  const peaks = percentMax.filter((value) => value !== null);
  const mean = means.reduce((sum, value) => sum + value, 0) / Math.max(1, means.length);
  return (
    <TimeChart
      label={label}
      summary={t("sensor.host.summary", {
        name: label,
        from: formatExact(fromAt),
        to: formatExact(toAt),
        mean: formatPercent(mean),
        max: formatPercent(Math.max(0, ...peaks)),
      })}
      at={at}
      fromAt={fromAt}
      toAt={toAt}
      lines={[
        { label: t("sensor.chart.mean"), values: percentMean, color: "blue" },
        { label: t("sensor.chart.max"), values: percentMax, color: "orange", faint: true },
      ]}
      format={formatPercent}
      most={100}
    />
  );
}
