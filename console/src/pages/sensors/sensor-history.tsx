import { Stack, Text } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import type { SensorPage, SensorSeries } from "../../api/operations.generated.ts";
import { Figures } from "../../kit/figures.tsx";
import { formatMs, formatPercent } from "../../kit/format-quantity.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Section } from "../../kit/section.tsx";
import { type ChartLine, TimeChart } from "../../kit/time-chart.tsx";
import { formatExact } from "../../kit/time.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { RangeControl, refreshMs, useRange } from "./range-control.tsx";

/** Latency and loss over time, with percentiles and outages. */
export function SensorHistory({ sensor }: { sensor: SensorPage }) {
  const range = useRange();
  const series = useApi(
    "readSensorSeries",
    { path: { id: sensor.id }, query: { range } },
    { refetchInterval: refreshMs(range) },
  );
  return (
    <Section title={t("sensor.history")} actions={<RangeControl />}>
      <Loaded query={series}>{(data) => <Charts series={data} />}</Loaded>
    </Section>
  );
}

function Charts({ series }: { series: SensorSeries }) {
  const { at, fromAt, toAt, outages, total } = series;
  const frame = { at, fromAt, toAt, shades: outages };
  const hasLoss = series.lossMean.some((value) => value !== null);
  const span = { from: formatExact(fromAt), to: formatExact(toAt) };
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Figures figures={totalFigures(series)} />
        {series.range !== "24h" && (
          <Text size="xs" c="dimmed">
            {t("sensor.percentilesHint")}
          </Text>
        )}
      </Stack>
      {total.checks > 0 && total.latencyMean === null && (
        <Text size="sm">{t("sensor.chart.noAnswer")}</Text>
      )}
      {(total.checks === 0 || total.latencyMean !== null) && (
        <TimeChart
          {...frame}
          label={t("sensor.chart.latency")}
          summary={t("sensor.chart.latencySummary", {
            ...span,
            checks: total.checks,
            failed: total.failed,
            mean: orNone(total.latencyMean, formatMs),
            max: orNone(total.latencyMax, formatMs),
          })}
          lines={latencyLines(series)}
          format={formatMs}
        />
      )}
      {hasLoss && (
        <TimeChart
          {...frame}
          label={t("sensor.chart.loss")}
          summary={t("sensor.chart.lossSummary", {
            ...span,
            mean: orNone(total.lossMean, formatPercent),
          })}
          lines={[{ label: t("sensor.chart.mean"), values: series.lossMean, color: "orange" }]}
          format={formatPercent}
          most={100}
        />
      )}
    </Stack>
  );
}

function latencyLines(series: SensorSeries): ChartLine[] {
  return [
    { label: t("sensor.chart.mean"), values: series.latencyMean, color: "blue" },
    { label: t("sensor.chart.p95"), values: series.latencyP95, color: "orange", faint: true },
    { label: t("sensor.chart.max"), values: series.latencyMax, color: "purple", faint: true },
    { label: t("sensor.chart.min"), values: series.latencyMin, color: "green", faint: true },
  ];
}

function totalFigures({ total }: SensorSeries): [string, string | null][] {
  const ms = (value: number | null) => (value === null ? null : formatMs(value));
  return [
    [t("sensor.total.checks"), formatNumber(total.checks)],
    [t("sensor.total.failed"), formatNumber(total.failed)],
    [t("sensor.chart.min"), ms(total.latencyMin)],
    [t("sensor.chart.mean"), ms(total.latencyMean)],
    [t("sensor.total.p50"), ms(total.latencyP50)],
    [t("sensor.total.p95"), ms(total.latencyP95)],
    [t("sensor.total.p99"), ms(total.latencyP99)],
    [t("sensor.chart.max"), ms(total.latencyMax)],
  ];
}

function orNone(value: number | null, format: (value: number) => string): string {
  return value === null ? t("common.none") : format(value);
}
