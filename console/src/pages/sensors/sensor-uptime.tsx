import { Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import type { SensorUptime as Uptime } from "../../api/operations.generated.ts";
import { formatDuration } from "../../kit/format-duration.ts";
import { formatUptime } from "../../kit/format-quantity.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Section } from "../../kit/section.tsx";
import { plural, t } from "../../text/text.ts";

const readAgainMs = 60_000;

/** How available the sensor was, and what of it is counted. */
export function SensorUptime({ sensorId }: { sensorId: string }) {
  const uptime = useApi(
    "readSensorUptime",
    { path: { id: sensorId } },
    { refetchInterval: readAgainMs },
  );
  return (
    <Section title={t("sensor.uptime")}>
      <Loaded query={uptime}>
        {({ items }) => (
          <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
            {items.map((item) => (
              <Figure key={item.range} item={item} />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
      <Text size="xs" c="dimmed">
        {t("sensor.uptimeHint")}
      </Text>
    </Section>
  );
}

function Figure({ item }: { item: Uptime["items"][number] }) {
  const { range, percent, outages, downMs, countedMs } = item;
  return (
    <Paper withBorder p="sm">
      <Stack gap={2}>
        <Text size="sm" c="dimmed">
          {t(`sensor.range.${range}`)}
        </Text>
        <Text size="lg" fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
          {percent === null ? "–" : formatUptime(percent)}
        </Text>
        <Text size="xs">
          {percent === null
            ? t("sensor.noUptime")
            : outages === 0
              ? t("sensor.neverDown")
              : plural("sensor.downFor", outages, { time: formatDuration(downMs) })}
        </Text>
        {percent !== null && (
          <Text size="xs" c="dimmed">
            {t("sensor.counted", { time: formatDuration(countedMs) })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
