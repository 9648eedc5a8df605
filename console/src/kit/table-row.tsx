import { Checkbox, Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import { t } from "../text/text.ts";
import styles from "./data-table.module.css";
import type { Column } from "./data-table.tsx";
import type { TableSelection } from "./table-selection.ts";

/** One row, where the virtual list puts it; while it is being read, its outline. */
export function TableRow<Item extends { id: string }>({
  index,
  top,
  item,
  columns,
  nameOf,
  hrefOf,
  selection,
  isCurrent,
  onKeyDown,
  onFocus,
}: {
  index: number;
  /** Pixels from the first row. */
  top: number;
  item: Item | undefined;
  columns: readonly Column<Item>[];
  nameOf: (item: Item) => string;
  hrefOf: ((item: Item) => string) | undefined;
  selection: TableSelection | null;
  /** Whether the Tab key leads to this one. */
  isCurrent: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void;
  onFocus: () => void;
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={(item !== undefined && selection?.isSelected(item.id)) || undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={styles["row"]}
      style={{ transform: `translateY(${top}px)` }}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {selection !== null && (
        <div role="cell" className={styles["cell"]}>
          {item !== undefined && (
            <Checkbox
              size="xs"
              tabIndex={-1}
              aria-label={t("common.selectRow", { name: nameOf(item) })}
              checked={selection.isSelected(item.id)}
              onChange={(event) => {
                const { nativeEvent } = event;
                const throughAll = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
                void selection.toggle(index, item, throughAll);
              }}
            />
          )}
        </div>
      )}
      {columns.map((column, place) => (
        <Cell
          key={column.name}
          column={column}
          item={item}
          href={place === 0 && item !== undefined ? hrefOf?.(item) : undefined}
        />
      ))}
    </div>
  );
}

function Cell<Item>({
  column,
  item,
  href,
}: {
  column: Column<Item>;
  item: Item | undefined;
  href: string | undefined;
}) {
  const content = item === undefined ? <Skeleton height={10} width="60%" /> : column.cell(item);
  return (
    <div
      role="cell"
      className={styles["cell"]}
      data-wide={column.wide === true || undefined}
      data-align={column.align}
      // What is cut off where the column is narrow can still be read.
      title={typeof content === "string" ? content : undefined}
    >
      {href === undefined ? (
        content
      ) : (
        // Enter on the row does the same: so that Tab need not pass every row.
        <Link to={href} data-row-link tabIndex={-1} className={styles["link"] ?? ""}>
          {content}
        </Link>
      )}
    </div>
  );
}
