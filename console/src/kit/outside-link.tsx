import { Anchor, Text } from "@mantine/core";

/**
 * A link to another site whose address strangers wrote: content, a feed, a remote part. Only what is plainly an address of a
 * web page becomes a link; the rest is text.
 *
 * @param title left out: the address itself.
 */
export function OutsideLink({ url, title = url }: { url: string; title?: string }) {
  if (!/^https?:\/\/[^\s"'<>]+$/i.test(url)) {
    return (
      <Text component="span" size="sm">
        {title}
      </Text>
    );
  }
  return (
    <Anchor
      href={url}
      size="sm"
      target="_blank"
      rel="noopener noreferrer"
      style={{ overflowWrap: "anywhere" }}
    >
      {title}
    </Anchor>
  );
}
