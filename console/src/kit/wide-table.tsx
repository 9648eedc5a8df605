import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../text/text.ts";
import styles from "./wide-table.module.css";

/** What stands above a column. */
type Head = string | { title: string; align?: "end"; width?: string | number };

/**
 * A plain table. Where the page is narrower than it needs it scrolls sideways, with the keyboard as well; on a phone each
 * row is a card instead: its first cell above, the others below with the names of their columns.
 */
export function WideTable({
  label,
  minWidth,
  maxHeight,
  heads,
  children,
}: {
  /** For screen readers: what the rows are. */
  label: string;
  /** Pixels below which it scrolls. */
  minWidth: number;
  /** Pixels above which it scrolls below its heads. */
  maxHeight?: number;
  /** No more than ten. */
  heads: readonly Head[];
  /** Its bodies. */
  children: ReactNode;
}) {
  const columns = heads.map((head) => (typeof head === "string" ? { title: head } : head));
  return (
    <div className={styles["place"]}>
      <div
        className={styles["frame"]}
        style={{ maxBlockSize: maxHeight }}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <Table
          aria-label={label}
          className={styles["table"] ?? ""}
          stickyHeader={maxHeight !== undefined}
          data-acts={columns.at(-1)?.title === t("common.actions") || undefined}
          style={{ "--narrowest": `${minWidth}px`, ...namesOf(columns) }}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, align, width }) => (
                <Table.Th key={title} ta={align} w={width}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          {children}
        </Table>
      </div>
    </div>
  );
}

/** The names of the columns for the style sheet, which writes them into the cells of cards. */
function namesOf(columns: readonly { title: string }[]): Record<string, string> {
  return Object.fromEntries(
    columns.map(({ title }, place) => [`--head-${place + 1}`, JSON.stringify(title)]),
  );
}
