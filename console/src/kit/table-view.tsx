import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, type RefObject, useEffect } from "react";
import styles from "./data-table.module.css";
import type { Column } from "./data-table.tsx";
import { useTableKeys } from "./table-keys.ts";
import { TableRow } from "./table-row.tsx";
import type { TableSelection } from "./table-selection.ts";

const rowHeight = 40;
/** Rows that are drawn beyond each end of what is seen: a browser scrolls before it tells the page. */
const overscan = 8;

/**
 * The part of a table that is scrolled. It alone is rendered anew while one scrolls, and of its rows only those that come
 * into sight.
 *
 * @param head stands above the rows and stays there.
 * @param onShow told which rows are seen.
 */
export function TableView<Item extends { id: string }>({
  viewport,
  name,
  label,
  isBusy,
  total,
  count,
  head,
  columns,
  itemAt,
  nameOf,
  hrefOf,
  selection,
  onShow,
}: {
  viewport: RefObject<HTMLDivElement | null>;
  /** By which the browser's history knows where it was scrolled to. */
  name: string;
  label: string;
  isBusy: boolean;
  /** `null`: not known yet. */
  total: number | null;
  /** Rows and outlines. */
  count: number;
  head: ReactNode;
  columns: readonly Column<Item>[];
  itemAt: (index: number) => Item | undefined;
  nameOf: (item: Item) => string;
  hrefOf: ((item: Item) => string) | undefined;
  /** `null`: rows cannot be selected. */
  selection: TableSelection | null;
  onShow: (first: number, last: number) => void;
}) {
  const keys = useTableKeys(count, viewport, {
    select: (index, extend) => {
      const item = itemAt(index);
      if (item !== undefined) selection?.toggle(index, item, extend);
    },
    open: (row) => row.querySelector<HTMLAnchorElement>("a[data-row-link]")?.click(),
    scrollTo: (index) => rows.scrollToIndex(index),
  });
  const rows = useVirtualizer({
    count,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan,
    // The head is in the scrolled part as well, and covers what is below it.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), keys.focused),
  });
  const shown = rows.getVirtualItems();
  const { startIndex: first, endIndex: last } = rows.range ?? { startIndex: 0, endIndex: 0 };
  useEffect(() => onShow(first, last), [onShow, first, last]);
  const current =
    keys.focused ?? (keys.current >= first && keys.current <= last ? keys.current : first);
  return (
    <div
      ref={viewport}
      className={styles["viewport"]}
      role="table"
      aria-label={label}
      aria-rowcount={total === null ? -1 : total + 1}
      aria-busy={isBusy}
      data-scroll-restoration-id={name}
      style={templateOf(columns, selection !== null)}
    >
      <div role="presentation" className={styles["inner"]}>
        {head}
        <div
          role="rowgroup"
          className={styles["body"]}
          style={{ height: rows.getTotalSize() }}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
          onBlur={keys.onBlur}
        >
          {shown.map(({ index, start }) => {
            const item = itemAt(index);
            return (
              <TableRow
                key={index}
                index={index}
                top={start - rowHeight}
                item={item}
                columns={columns}
                name={item === undefined ? "" : nameOf(item)}
                href={item === undefined ? undefined : hrefOf?.(item)}
                isSelected={item !== undefined && selection?.isSelected(item.id) === true}
                onToggle={selection === null ? null : selection.toggle}
                isCurrent={index === current}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Rows in their order, and one more wherever it is. */
function withRow(rows: number[], row: number | null): number[] {
  return row === null || rows.includes(row) ? rows : [...rows, row].toSorted((a, b) => a - b);
}

/** The widths of the columns, in a wide page and in a narrow one. */
function templateOf<Item>(columns: readonly Column<Item>[], isSelectable: boolean): CSSProperties {
  const widths = (of: readonly Column<Item>[]) =>
    [...(isSelectable ? ["36px"] : []), ...of.map(({ width }) => width)].join(" ");
  return {
    "--columns": widths(columns),
    "--columns-narrow": widths(columns.filter(({ wide }) => wide !== true)),
  } as CSSProperties;
}
