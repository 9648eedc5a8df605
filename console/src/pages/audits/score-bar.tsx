import { Group, Text } from "@mantine/core";
import { Bar } from "../../kit/bar.tsx";
import type { Tone } from "../../kit/mark.tsx";
import { formatScore } from "./score.ts";

/** From here on a score is good, and below there it is bad; per cent. */
const goodFrom = 90;
const badBelow = 60;

/** Which colour goes with a score: the number always stands beside it. */
export function toneOfScore(score: number): Tone {
  if (score >= goodFrom) return "status-up";
  return score < badBelow ? "status-down" : "status-warning";
}

/** A score as a number and as a bar. */
export function ScoreBar({ score }: { score: number | null }) {
  if (score === null) return <Text size="sm">{formatScore(null)}</Text>;
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" w={56} ta="end" style={{ fontVariantNumeric: "tabular-nums" }}>
        {formatScore(score)}
      </Text>
      <Bar value={score} tone={toneOfScore(score)} flex={1} miw={24} aria-hidden />
    </Group>
  );
}
