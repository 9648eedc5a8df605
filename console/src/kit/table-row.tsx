import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { t } from "../text/text.ts";
import styles from "./data-table.module.css";
import type { Column } from "./data-table.tsx";
import type { TableSelection } from "./table-selection.ts";

/**
 * One row, where the virtual list puts it; while it is being read, its outline. Rows come and go at each frame while one
 * scrolls, so they and what is in them are plain elements, and a row that stays is not rendered again.
 */
export const TableRow = memo(Row) as typeof Row;

function Row<Item extends { id: string }>({
  index,
  top,
  item,
  columns,
  name,
  href,
  isSelected,
  onToggle,
  isCurrent,
}: {
  index: number;
  /** Pixels from the first row. */
  top: number;
  item: Item | undefined;
  columns: readonly Column<Item>[];
  name: string;
  href: string | undefined;
  isSelected: boolean;
  /** `null`: rows cannot be selected. */
  onToggle: TableSelection["toggle"] | null;
  /** Whether the Tab key leads to this one. */
  isCurrent: boolean;
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      tabIndex={isCurrent ? 0 : -1}
      className={styles["row"]}
      style={{ insetBlockStart: top }}
    >
      {item === undefined ? (
        <div role="cell" className={styles["outline"]} />
      ) : (
        <>
          {onToggle !== null && (
            <div role="cell" className={styles["cell"]}>
              <input
                type="checkbox"
                className={styles["check"]}
                tabIndex={-1}
                aria-label={t("common.selectRow", { name })}
                checked={isSelected}
                onChange={({ nativeEvent }) => {
                  const throughAll = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
                  onToggle(index, item, throughAll);
                }}
              />
            </div>
          )}
          {columns.map((column, place) => (
            <Cell
              key={column.name}
              column={column}
              item={item}
              href={place === 0 ? href : undefined}
            />
          ))}
        </>
      )}
    </div>
  );
}

function Cell<Item>({
  column,
  item,
  href,
}: {
  column: Column<Item>;
  item: Item;
  href: string | undefined;
}) {
  const content = column.cell(item);
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
