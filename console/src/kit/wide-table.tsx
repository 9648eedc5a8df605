import { Table } from "@mantine/core";
import type { ReactNode } from "react";

/** A plain table that scrolls sideways where the page is narrow, with the keyboard as well. */
export function WideTable({
  label,
  minWidth,
  children,
}: {
  /** For screen readers: what the rows are. */
  label: string;
  /** Pixels below which it scrolls. */
  minWidth: number;
  children: ReactNode;
}) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table aria-label={label}>{children}</Table>
    </Table.ScrollContainer>
  );
}
