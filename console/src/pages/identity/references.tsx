import { Anchor, List } from "@mantine/core";

/** Where to read on, outside of the console. */
export function References({
  references,
}: {
  references: readonly { title: string; url: string }[];
}) {
  if (references.length === 0) return null;
  return (
    <List size="sm">
      {references.map(({ title, url }) => (
        <List.Item key={url}>
          <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
            {title}
          </Anchor>
        </List.Item>
      ))}
    </List>
  );
}
