import { Button, Stack, Table, Text, TextInput } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBan,
  IconChartLine,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
} from "@tabler/icons-react";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import type { InterfaceSeries, SensorPage } from "../../api/operations.generated.ts";
import { Bar } from "../../kit/bar.tsx";
import { formatBits, formatFigure, formatPercent } from "../../kit/format-quantity.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Mark } from "../../kit/mark.tsx";
import { Section } from "../../kit/section.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { TimeChart } from "../../kit/time-chart.tsx";
import { Time, formatExact } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { RangeControl, refreshMs, useRange } from "./range-control.tsx";

/** From so many on, they can be searched. */
const many = 12;

type Interface = SensorPage["interfaces"][number];

/** The interfaces that the sensor monitors, and the traffic of the one that was chosen. */
export function SensorInterfaces({ sensor: { id, interfaces } }: { sensor: SensorPage }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = interfaces.filter(({ name, alias }) =>
    `${name} ${alias ?? ""}`.toLowerCase().includes(wanted),
  );
  return (
    <Section title={t("sensor.interfaces")} actions={chosen !== null && <RangeControl />}>
      {chosen !== null && <Traffic key={chosen} sensorId={id} name={chosen} />}
      {interfaces.length >= many && (
        <TextInput
          label={t("sensor.interface.search")}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maw={320}
        />
      )}
      <WideTable
        label={t("sensor.interfacesTable")}
        minWidth={860}
        heads={[
          t("sensor.interface"),
          t("sensor.interface.alias"),
          t("sensor.interface.state"),
          { title: t("sensor.interface.speed"), align: "end" },
          { title: t("sensor.interface.in"), align: "end" },
          { title: t("sensor.interface.out"), align: "end" },
          t("sensor.interface.use"),
          { title: t("sensor.interface.errors"), align: "end" },
          { title: t("sensor.interface.discards"), align: "end" },
          t("common.actions"),
        ]}
      >
        <Table.Tbody>
          {found.map((each) => (
            <InterfaceRow
              key={each.name}
              facts={each}
              isChosen={each.name === chosen}
              onChoose={() => setChosen(each.name === chosen ? null : each.name)}
            />
          ))}
        </Table.Tbody>
      </WideTable>
      <Text size="xs" c="dimmed">
        {t("sensor.readAt")} <Time at={newestOf(interfaces)} />
      </Text>
    </Section>
  );
}

function InterfaceRow({
  facts,
  isChosen,
  onChoose,
}: {
  facts: Interface;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { name, alias, speedBps, inBps, outBps, utilisationPercent } = facts;
  return (
    <Table.Tr>
      <Table.Td ff="monospace">{name}</Table.Td>
      <Table.Td>{alias}</Table.Td>
      <Table.Td>
        <InterfaceState facts={facts} />
      </Table.Td>
      <Table.Td ta="end">{bits(speedBps)}</Table.Td>
      <Table.Td ta="end">{bits(inBps)}</Table.Td>
      <Table.Td ta="end">{bits(outBps)}</Table.Td>
      <Table.Td miw={110}>
        {utilisationPercent !== null && (
          <Stack gap={2}>
            <Text size="xs">{formatPercent(utilisationPercent)}</Text>
            <Bar value={utilisationPercent} size="sm" aria-hidden />
          </Stack>
        )}
      </Table.Td>
      <Table.Td ta="end">{perSec(facts.inErrorsPerSec, facts.outErrorsPerSec)}</Table.Td>
      <Table.Td ta="end">{perSec(facts.inDiscardsPerSec, facts.outDiscardsPerSec)}</Table.Td>
      <Table.Td>
        <Button
          size="compact-sm"
          variant={isChosen ? "light" : "default"}
          aria-pressed={isChosen}
          aria-label={t("sensor.interface.chartOf", { name })}
          leftSection={<IconChartLine size={14} aria-hidden />}
          onClick={onChoose}
        >
          {t("sensor.interface.chart")}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function InterfaceState({ facts: { adminStatus, operStatus } }: { facts: Interface }) {
  if (operStatus === null) return t("sensor.interface.notRead");
  if (operStatus === "missing") {
    return (
      <Mark look={[IconHelpCircle, "status-down"]} isStrong>
        {t("sensor.interface.missing")}
      </Mark>
    );
  }
  if (adminStatus === "down") {
    return <Mark look={[IconBan, "status-quiet"]}>{t("sensor.interface.disabled")}</Mark>;
  }
  if (operStatus === "up") {
    return <Mark look={[IconCircleCheck, "status-up"]}>{t("sensor.interface.up")}</Mark>;
  }
  return operStatus === "down" || operStatus === "lowerLayerDown" ? (
    <Mark look={[IconCircleX, "status-down"]} isStrong>
      {t("sensor.interface.down")}
    </Mark>
  ) : (
    <Mark look={[IconAlertTriangle, "status-warning"]}>
      {t("sensor.interface.other", { state: operStatus })}
    </Mark>
  );
}

function Traffic({ sensorId, name }: { sensorId: string; name: string }) {
  const range = useRange();
  const series = useApi(
    "readInterfaceSeries",
    { path: { id: sensorId }, query: { range, name } },
    { refetchInterval: refreshMs(range) },
  );
  return <Loaded query={series}>{(data) => <TrafficCharts name={name} series={data} />}</Loaded>;
}

function TrafficCharts({ name, series }: { name: string; series: InterfaceSeries }) {
  const { at, fromAt, toAt } = series;
  const frame = { at, fromAt, toAt };
  const span = { name, from: formatExact(fromAt), to: formatExact(toAt) };
  const hasErrors = [...series.errorsMean, ...series.discardsMean].some(
    (value) => (value ?? 0) > 0,
  );
  const inward = t("sensor.interface.in");
  const outward = t("sensor.interface.out");
  const p95 = t("sensor.chart.p95");
  return (
    <Stack gap="md">
      <TimeChart
        {...frame}
        label={t("sensor.interface.chartOf", { name })}
        summary={t("sensor.interface.trafficSummary", {
          ...span,
          in: meanOf(series.inMean, formatBits),
          out: meanOf(series.outMean, formatBits),
        })}
        lines={[
          { label: inward, values: series.inMean, color: "blue" },
          { label: outward, values: series.outMean, color: "orange" },
          { label: `${inward} ${p95}`, values: series.inP95, color: "blue", faint: true },
          { label: `${outward} ${p95}`, values: series.outP95, color: "orange", faint: true },
        ]}
        format={formatBits}
      />
      {hasErrors && (
        <TimeChart
          {...frame}
          label={t("sensor.interface.errorsOf", { name })}
          summary={t("sensor.interface.errorsSummary", {
            ...span,
            errors: meanOf(series.errorsMean, formatFigure),
            discards: meanOf(series.discardsMean, formatFigure),
          })}
          lines={[
            { label: t("sensor.interface.errors"), values: series.errorsMean, color: "purple" },
            { label: t("sensor.interface.discards"), values: series.discardsMean, color: "green" },
          ]}
          format={formatFigure}
        />
      )}
    </Stack>
  );
}

function meanOf(values: readonly (number | null)[], format: (value: number) => string): string {
  const given = values.filter((value) => value !== null);
  if (given.length === 0) return t("common.unknown");
  return format(given.reduce((sum, value) => sum + value, 0) / given.length);
}

function bits(bps: number | null): string {
  return bps === null ? "" : formatBits(bps);
}

function perSec(inward: number | null, outward: number | null): string {
  if (inward === null && outward === null) return "";
  return t("sensor.interface.perSec", { value: formatFigure((inward ?? 0) + (outward ?? 0)) });
}

function newestOf(parts: readonly { readAt: number | null }[]): number | null {
  const times = parts.flatMap(({ readAt }) => readAt ?? []);
  return times.length === 0 ? null : Math.max(...times);
}
