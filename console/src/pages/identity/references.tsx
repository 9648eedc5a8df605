import { List } from "@mantine/core";
import { OutsideLink } from "../../kit/outside-link.tsx";

/** Where to read on, outside of the console. */
export function References({
  references,
}: {
  references: readonly { title: string; url: string }[];
}) {
  if (references.length === 0) return null;
  return (
    <List size="sm" spacing="xs">
      {references.map(({ title, url }) => (
        <List.Item key={url}>
          <OutsideLink url={url} title={title} />
        </List.Item>
      ))}
    </List>
  );
}
