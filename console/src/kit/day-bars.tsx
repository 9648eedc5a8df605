import { Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { formatNumber, language, t } from "../text/text.ts";
import styles from "./day-bars.module.css";

/** One colour of the bars. */
export interface DaySeries {
  name: string;
  color: string;
}

const dayName = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });

/**
 * A bar for each day, piled up of its series, the first one below. Who does not see it has its summary and a table.
 *
 * @param days when each began, in epoch milliseconds, and a value for each series.
 * @param summary what it comes to, in a sentence.
 */
export function DayBars({
  label,
  summary,
  days,
  series,
}: {
  label: string;
  summary: string;
  days: readonly { from: number; values: readonly number[] }[];
  series: readonly DaySeries[];
}) {
  const totals = days.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const most = Math.max(1, ...totals);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {summary}
        </Text>
        <Text size="xs" c="dimmed" aria-hidden>
          {t("chart.most", { count: Math.max(0, ...totals) })}
        </Text>
      </Group>
      <div className={styles["bars"]} aria-hidden>
        {days.map(({ from, values }) => (
          <div key={from} className={styles["day"]} title={titleOf(from, values, series)}>
            {values.map((value, place) => (
              <div
                key={series[place]?.name ?? place}
                style={{ blockSize: `${(value / most) * 100}%`, background: series[place]?.color }}
              />
            ))}
          </div>
        ))}
      </div>
      <Group justify="space-between" gap="xs" aria-hidden>
        <Text size="xs" c="dimmed">
          {first !== undefined && dayName.format(first.from)}
        </Text>
        <Text size="xs" c="dimmed">
          {last !== undefined && dayName.format(last.from)}
        </Text>
      </Group>
      {series.length > 1 && <Legend series={series} />}
      <VisuallyHidden>
        <DayTable label={label} days={days} series={series} />
      </VisuallyHidden>
    </Stack>
  );
}

function titleOf(from: number, values: readonly number[], series: readonly DaySeries[]): string {
  const parts = series.map(({ name }, place) => `${name}: ${formatNumber(values[place] ?? 0)}`);
  return [dayName.format(from), ...parts].join("\n");
}

function Legend({ series }: { series: readonly DaySeries[] }) {
  return (
    <Group gap="sm" aria-hidden>
      {series.map(({ name, color }) => (
        <Group key={name} gap={6} wrap="nowrap">
          <span className={styles["swatch"]} style={{ background: color }} />
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

function DayTable({
  label,
  days,
  series,
}: {
  label: string;
  days: readonly { from: number; values: readonly number[] }[];
  series: readonly DaySeries[];
}) {
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t("chart.day")}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ from, values }) => (
          <tr key={from}>
            <th scope="row">{dayName.format(from)}</th>
            {series.map(({ name }, place) => (
              <td key={name}>{formatNumber(values[place] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
