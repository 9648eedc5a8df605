import { Group, Progress, Text } from "@mantine/core";
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
  const color = score >= 80 ? "teal" : score >= 50 ? "yellow" : "red";
  return (
    <Group gap="xs" wrap="nowrap">
      <Text fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
        {formatScore(score)}
      </Text>
      <Progress value={score} color={color} w={80} aria-label={t("identity.score")} />
    </Group>
  );
}
