import { Text } from "@mantine/core";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFilters } from "../app/use-filters.ts";
import { plural, t } from "../text/text.ts";
import styles from "./data-table.module.css";
import { Empty } from "./empty.tsx";
import { ProblemAlert } from "./problem-alert.tsx";
import { StaleAlert } from "./stale-alert.tsx";
import { type Row, type TableOperation, useTableBlocks } from "./table-blocks.ts";
import { TableHead } from "./table-head.tsx";
import { useBlockRange } from "./table-range.ts";
import { type Selection, useTableSelection } from "./table-selection.ts";
import { TableView } from "./table-view.tsx";

export type { TableOperation } from "./table-blocks.ts";

/** One column. Widths are of CSS grid: `minmax(180px, 2fr)`. */
export interface Column<Item> {
  /** Also what the server calls the order, when it can be sorted by. */
  name: string;
  title: string;
  width: string;
  sortable?: boolean;
  /** Numbers stand at the end. */
  align?: "end";
  /** Left out where the page is narrow. */
  wide?: boolean;
  /** A plain text can be read whole on hover where it is cut off. */
  cell: (item: Item) => ReactNode;
}

/** Outlines that are shown before the first answer. */
const rowsToBegin = 8;

/**
 * A table of any length: the server filters and sorts, the page asks for the blocks that are on screen and draws the rows
 * that are seen. The order is in the address. Arrow keys move between rows, Space selects (with Shift: all from the last
 * one), Enter opens.
 *
 * @param args path and filters; `limit`, `offset` and `sort` are the table's own.
 * @param live the topic whose news make rows out of date.
 */
export function DataTable<Name extends TableOperation>({
  operation,
  args,
  columns,
  label,
  defaultSort,
  sortName = "sort",
  nameOf,
  hrefOf,
  live,
  selection,
  empty,
}: {
  operation: Name;
  args: object;
  columns: readonly Column<Row<Name>>[];
  /** For screen readers: what the rows are. */
  label: string;
  defaultSort: string;
  /** What the order is called in the address: of several tables on a page, each needs its own. */
  sortName?: string;
  /** What a row is called, for its checkbox. */
  nameOf: (item: Row<Name>) => string;
  hrefOf?: (item: Row<Name>) => string;
  live?: string;
  selection?: Selection;
  /** Shown when there is nothing at all, without any filter. */
  empty: ReactNode;
}) {
  const [filters, setFilters] = useFilters();
  const sort = filters[sortName] ?? defaultSort;
  const { path, query = {} } = args as { path?: object; query?: Readonly<Record<string, unknown>> };
  const viewport = useRef<HTMLDivElement>(null);

  // While one scrolls to where nothing was read yet, the length of the table is known from before.
  const [total, setTotal] = useState<number | null>(null);
  const [range, show] = useBlockRange();
  const blocks = useTableBlocks(
    operation,
    { ...(path === undefined ? {} : { path }), query: { ...query, sort } },
    { range, total },
    live,
  );
  if (blocks.total !== null && blocks.total !== total) setTotal(blocks.total);

  const chosen = useTableSelection(selection, blocks.readRows);
  // It ends where the window does: so that one scrolls the table, not the page and then the table.
  useLayoutEffect(() => {
    const { current } = viewport;
    if (current === null) return;
    const top = Math.round(current.getBoundingClientRect().top + window.scrollY);
    current.style.setProperty("--top", `${top}px`);
  });

  const order = JSON.stringify([path, query, sort]);
  const shownOrder = useRef(order);
  useEffect(() => {
    if (shownOrder.current === order) return;
    shownOrder.current = order;
    viewport.current?.scrollTo({ top: 0 });
  }, [order]);

  if (blocks.error !== null && total === null) {
    return <ProblemAlert error={blocks.error} onTryAgain={blocks.readAgain} />;
  }
  if (total === 0) {
    const filtered = Object.values(query).some((value) => value !== undefined && value !== "");
    return filtered ? <Empty title={t("common.noMatch")} hint={t("common.noMatchHint")} /> : empty;
  }
  return (
    <div className={styles["frame"]}>
      {blocks.error !== null && <StaleAlert error={blocks.error} onTryAgain={blocks.readAgain} />}
      <Text size="xs" c="dimmed" mb={4} role="status">
        {total === null ? t("common.loading") : plural("common.rows", total)}
      </Text>
      <TableView
        viewport={viewport}
        name={`${operation}-${sortName}`}
        label={label}
        isBusy={total === null || blocks.isBehind}
        total={total}
        count={total ?? rowsToBegin}
        head={
          <TableHead
            columns={columns}
            sort={sort}
            onSort={(wanted) => setFilters({ [sortName]: wanted })}
            loaded={blocks.loaded}
            selection={selection === undefined ? null : chosen}
          />
        }
        columns={columns}
        itemAt={blocks.itemAt}
        nameOf={nameOf}
        hrefOf={hrefOf}
        selection={selection === undefined ? null : chosen}
        onShow={show}
      />
    </div>
  );
}
