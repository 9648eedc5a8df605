import { Group, Text } from "@mantine/core";
import { Bar } from "../../kit/bar.tsx";
import { formatScore } from "../../kit/format-score.ts";
import { t } from "../../text/text.ts";

/** How sound a directory is: 100 is best, and the bar is longest then. */
export function PostureScore({ score }: { score: number | null }) {
  if (score === null) {
    return (
      <Text size="sm" c="dimmed">
        {t("identity.notAssessed")}
      </Text>
    );
  }
  const tone = score >= 80 ? "status-up" : score >= 50 ? "status-warning" : "status-down";
  return (
    <Group gap="xs" wrap="nowrap">
      <Text fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
        {formatScore(score)}
      </Text>
      <Bar value={score} tone={tone} w={80} aria-label={t("identity.score")} />
    </Group>
  );
}
