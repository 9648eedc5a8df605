import { Box, Button, Group, ScrollArea, Skeleton, Stack, Table, Text } from "@mantine/core";
import { IconChartLine, IconTable } from "@tabler/icons-react";
import { type KeyboardEvent, Suspense, lazy, useState } from "react";
import { inTime } from "../app/later.ts";
import { plural, t } from "../text/text.ts";
import { type ChartColor, chartLook } from "./chart-colors.ts";
import styles from "./time-chart.module.css";
import { formatExact } from "./time.tsx";

const Canvas = lazy(async () => ({
  default: (await inTime(() => import("./time-chart-canvas.tsx"))).TimeChartCanvas,
}));

/** One line: a value for each time, `null` where there is none. */
export interface ChartLine {
  label: string;
  values: readonly (number | null)[];
  color: ChartColor;
  /** Thinner: what is around the main line. */
  faint?: boolean;
}

/** A stretch of time that stands out. */
export interface ChartShade {
  fromAt: number;
  toAt: number;
}

/**
 * Values over time. Those who do not see the picture have its summary, can walk from point to point with the arrow keys, and
 * can have all of it as a table.
 *
 * @param summary what it shows, in a sentence.
 */
export function TimeChart({
  label,
  summary,
  at,
  fromAt,
  toAt,
  lines,
  shades = [],
  format,
  most,
}: {
  label: string;
  summary: string;
  at: readonly number[];
  fromAt: number;
  toAt: number;
  lines: readonly ChartLine[];
  shades?: readonly ChartShade[];
  format: (value: number) => string;
  most?: number;
}) {
  const [asTable, setAsTable] = useState(false);
  const [point, setPoint] = useState<number | null>(null);
  if (at.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t("sensor.chart.noData")}
      </Text>
    );
  }
  const words =
    shades.length === 0 ? summary : `${summary} ${plural("chart.outages", shades.length)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, PageUp: -20, PageDown: 20 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = point ?? (step > 0 ? -1 : at.length);
    setPoint(Math.max(0, Math.min(at.length - 1, from + step)));
  };
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={
            asTable ? <IconChartLine size={14} aria-hidden /> : <IconTable size={14} aria-hidden />
          }
          aria-label={`${t(asTable ? "chart.picture" : "chart.table")}: ${label}`}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? "chart.picture" : "chart.table")}
        </Button>
      </Group>
      {asTable ? (
        <PointTable at={at} lines={lines} format={format} label={label} />
      ) : (
        <Box
          tabIndex={0}
          role="img"
          aria-label={`${label}. ${words} ${t("chart.help")}`}
          className={styles["picture"] ?? ""}
          onKeyDown={onKeyDown}
        >
          <Suspense fallback={<Skeleton height={200} />}>
            <Canvas
              at={at}
              fromAt={fromAt}
              toAt={toAt}
              lines={lines}
              shades={shades}
              format={format}
              {...(most === undefined ? {} : { most })}
              point={point}
              onPoint={setPoint}
            />
          </Suspense>
        </Box>
      )}
      <Readout at={at} lines={lines} point={point} format={format} label={label} />
      <Text size="xs" c="dimmed">
        {words}
      </Text>
    </Stack>
  );
}

/** What the lines are, and what they say at the point that is looked at; below the picture, which it must not move. */
function Readout({
  at,
  lines,
  point,
  format,
  label,
}: {
  at: readonly number[];
  lines: readonly ChartLine[];
  point: number | null;
  format: (value: number) => string;
  label: string;
}) {
  const time = point === null ? undefined : at[point];
  const look = { light: chartLook("light").lines, dark: chartLook("dark").lines };
  return (
    <Group
      gap="sm"
      role="group"
      aria-label={label}
      aria-live="polite"
      mih={22}
      style={{ fontVariantNumeric: "tabular-nums" }}
    >
      {lines.map(({ label: name, color, faint = false, values }) => (
        <Group key={name} gap={4} wrap="nowrap">
          <Box
            component="span"
            w={14}
            h={faint ? 2 : 4}
            bg={`light-dark(${look.light[color]}, ${look.dark[color]})`}
            aria-hidden
          />
          <Text size="xs">
            {name}
            {point !== null && ` ${valueAt(values, point, format)}`}
          </Text>
        </Group>
      ))}
      {time !== undefined && (
        <Text size="xs" c="dimmed">
          {formatExact(time)}
        </Text>
      )}
    </Group>
  );
}

function PointTable({
  at,
  lines,
  format,
  label,
}: {
  at: readonly number[];
  lines: readonly ChartLine[];
  format: (value: number) => string;
  label: string;
}) {
  return (
    <ScrollArea
      h={240}
      type="auto"
      viewportProps={{ tabIndex: 0, "aria-label": label, role: "region" }}
    >
      <Table stickyHeader aria-label={label} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("chart.time")}</Table.Th>
            {lines.map(({ label: name }) => (
              <Table.Th key={name} ta="end">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {at.map((time, point) => (
            <Table.Tr key={time}>
              <Table.Td>{formatExact(time)}</Table.Td>
              {lines.map(({ label: name, values }) => (
                <Table.Td key={name} ta="end">
                  {valueAt(values, point, format)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function valueAt(
  values: readonly (number | null)[],
  point: number,
  format: (value: number) => string,
): string {
  const value = values[point] ?? null;
  return value === null ? t("chart.gap") : format(value);
}
