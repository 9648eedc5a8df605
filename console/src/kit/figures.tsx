import { Group, Text } from "@mantine/core";

/** A few figures beside one another, each with its name. What is `null` is left out. */
export function Figures({
  figures,
}: {
  figures: readonly (readonly [name: string, value: string | null])[];
}) {
  return (
    <Group component="dl" gap="lg" m={0}>
      {figures.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text
              component="dd"
              m={0}
              size="sm"
              fw={500}
              style={{ fontVariantNumeric: "tabular-nums" }}
            >
              {value}
            </Text>
          </div>
        ),
      )}
    </Group>
  );
}
