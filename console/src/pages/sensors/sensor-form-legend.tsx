import { Text } from "@mantine/core";

/** The name of some fields that belong together, as the name of one field looks. */
export function Legend({ text }: { text: string }) {
  return (
    <Text component="span" size="sm" fw={500}>
      {text}
    </Text>
  );
}
