import { ActionIcon, Alert, Checkbox, Group, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconRefresh } from "@tabler/icons-react";
import { keepPreviousData, useQueries, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { callApi } from "../api/client.ts";
import { type TenantArguments, queryKey, withTenant } from "../api/hooks.ts";
import { type Change, useLive } from "../api/live.ts";
import type { Operations } from "../api/operations.generated.ts";
import { useFilters } from "../app/use-filters.ts";
import { useTenant } from "../app/tenant.ts";
import { plural, t } from "../text/text.ts";
import styles from "./data-table.module.css";
import { Empty } from "./empty.tsx";
import { ProblemAlert } from "./problem-alert.tsx";

/** Operations that answer a piece of a table: `{ total, items }` for `limit`, `offset` and `sort`. */
export type TableOperation = {
  [Name in keyof Operations]: Operations[Name] extends {
    query?: { limit?: unknown; offset?: unknown; sort?: unknown };
    reply: { total: number; items: { id: string }[] };
  }
    ? Name
    : never;
}[keyof Operations];

type Row<Name extends TableOperation> = Operations[Name]["reply"]["items"][number] & { id: string };

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
  cell: (item: Item) => ReactNode;
}

/** Rows that are asked for at once. */
const blockSize = 100;
const rowHeight = 40;
const overscan = 12;

/**
 * A table of any length: the server filters and sorts, the page asks for the blocks that are on screen and draws the rows
 * that are seen. The order is in the address (`sort`). Arrow keys move between rows, Space selects, Enter opens.
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
  /** What a row is called, for its checkbox. */
  nameOf: (item: Row<Name>) => string;
  hrefOf?: (item: Row<Name>) => string;
  live?: string;
  selection?: { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void };
  /** Shown when there is nothing at all, without any filter. */
  empty: ReactNode;
}) {
  const tenant = useTenant();
  const client = useQueryClient();
  const [filters, setFilters] = useFilters();
  const sort = filters["sort"] ?? defaultSort;
  const viewport = useRef<HTMLDivElement>(null);

  const { query, ...rest } = args as { query?: object };
  const argsOf = (block: number) =>
    ({
      ...rest,
      query: { ...query, sort, limit: blockSize, offset: block * blockSize },
    }) as unknown as TenantArguments<Name>;
  const optionsOf = (block: number) => ({
    queryKey: queryKey(operation, tenant.id, argsOf(block)),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callApi(operation, withTenant<Name>(argsOf(block), tenant.id), signal) as Promise<{
        total: number;
        items: Row<Name>[];
      }>,
    placeholderData: keepPreviousData,
  });

  const [first] = useQueries({ queries: [optionsOf(0)] });
  const total = first.data?.total ?? 0;
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan,
  });
  const shown = rows.getVirtualItems();
  const firstBlock = Math.floor((shown[0]?.index ?? 0) / blockSize);
  const lastBlock = Math.floor((shown.at(-1)?.index ?? 0) / blockSize);
  const blocks = Array.from({ length: lastBlock - firstBlock + 1 }, (_, i) => firstBlock + i);
  const answers = useQueries({ queries: blocks.map(optionsOf) });
  const itemAt = (index: number): Row<Name> | undefined =>
    answers[Math.floor(index / blockSize) - firstBlock]?.data?.items[index % blockSize];

  useLive(
    live === undefined ? [] : [live],
    useCallback(
      (_change: Change) => {
        // What is on screen is read again; the other blocks when they are shown.
        void client.invalidateQueries({ queryKey: [operation, tenant.id], refetchType: "active" });
      },
      [client, operation, tenant.id],
    ),
  );

  const order = JSON.stringify([query, sort]);
  useEffect(() => {
    viewport.current?.scrollTo({ top: 0 });
  }, [order]);

  const template = useMemo(
    () =>
      [...(selection === undefined ? [] : ["36px"]), ...columns.map(({ width }) => width)].join(
        " ",
      ),
    [columns, selection],
  );
  const failed = answers.find(({ error }) => error !== null)?.error ?? first.error;
  if (failed !== null && first.data === undefined) {
    return <ProblemAlert error={failed} onTryAgain={first.refetch} />;
  }
  const filtered = Object.entries(query ?? {}).some(
    ([, value]) => value !== undefined && value !== "",
  );
  if (first.data !== undefined && total === 0) {
    return filtered ? <Empty title={t("common.noMatch")} hint={t("common.noMatchHint")} /> : empty;
  }

  const loaded = answers.flatMap(({ data }) => data?.items ?? []);
  const allSelected = loaded.length > 0 && loaded.every(({ id }) => selection?.selected.has(id));
  const select = (ids: readonly string[], on: boolean) => {
    const next = new Set(selection?.selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    selection?.onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, index: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(total - 1, index + step));
      rows.scrollToIndex(next);
      requestAnimationFrame(() => {
        viewport.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
      });
      return;
    }
    const item = itemAt(index);
    if (item === undefined || event.target !== event.currentTarget) return;
    if (event.key === " " && selection !== undefined) {
      event.preventDefault();
      select([item.id], !selection.selected.has(item.id));
    }
    if (event.key === "Enter") {
      event.currentTarget.querySelector<HTMLAnchorElement>("a[data-row-link]")?.click();
    }
  };

  return (
    <div>
      {failed !== null && (
        <Alert color="red" role="alert" mb="xs">
          <Group gap="xs">
            <Text size="sm">{failed.message}</Text>
            <ActionIcon
              variant="subtle"
              aria-label={t("common.tryAgain")}
              onClick={() => void client.invalidateQueries({ queryKey: [operation, tenant.id] })}
            >
              <IconRefresh size={16} />
            </ActionIcon>
          </Group>
        </Alert>
      )}
      <Text size="xs" c="dimmed" mb={4} role="status">
        {plural("common.rows", total)}
      </Text>
      <div
        ref={viewport}
        className={styles["viewport"]}
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-busy={first.data === undefined}
      >
        <div role="rowgroup" className={styles["head"]}>
          <div
            role="row"
            aria-rowindex={1}
            className={styles["row"]}
            style={{ gridTemplateColumns: template }}
          >
            {selection !== undefined && (
              <div role="columnheader" className={styles["cell"]}>
                <Checkbox
                  size="xs"
                  aria-label={t("common.selectAll")}
                  checked={allSelected}
                  indeterminate={
                    !allSelected && loaded.some(({ id }) => selection.selected.has(id))
                  }
                  onChange={(event) =>
                    select(
                      loaded.map(({ id }) => id),
                      event.currentTarget.checked,
                    )
                  }
                />
              </div>
            )}
            {columns.map((column) => (
              <HeadCell
                key={column.name}
                column={column}
                sort={sort}
                onSort={(wanted) => setFilters({ sort: wanted })}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles["body"]} style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const item = itemAt(index);
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={
                  selection === undefined || item === undefined
                    ? undefined
                    : selection.selected.has(item.id)
                }
                data-index={index}
                tabIndex={index === (shown[0]?.index ?? 0) ? 0 : -1}
                className={styles["row"]}
                style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
                onKeyDown={(event) => onKeyDown(event, index)}
              >
                {selection !== undefined && (
                  <div role="cell" className={styles["cell"]}>
                    {item !== undefined && (
                      <Checkbox
                        size="xs"
                        tabIndex={-1}
                        aria-label={t("common.selectRow", { name: nameOf(item) })}
                        checked={selection.selected.has(item.id)}
                        onChange={(event) => select([item.id], event.currentTarget.checked)}
                      />
                    )}
                  </div>
                )}
                {columns.map((column, place) => (
                  <div
                    key={column.name}
                    role="cell"
                    className={styles["cell"]}
                    data-wide={column.wide === true || undefined}
                    data-align={column.align}
                  >
                    {item === undefined ? null : place === 0 && hrefOf !== undefined ? (
                      <Link to={hrefOf(item)} data-row-link className={styles["link"] ?? ""}>
                        {column.cell(item)}
                      </Link>
                    ) : (
                      column.cell(item)
                    )}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function HeadCell<Item>({
  column,
  sort,
  onSort,
}: {
  column: Column<Item>;
  sort: string;
  onSort: (sort: string) => void;
}) {
  const { name, title, sortable = false, align, wide } = column;
  const direction = sort === name ? "ascending" : sort === `-${name}` ? "descending" : undefined;
  return (
    <div
      role="columnheader"
      className={styles["cell"]}
      data-align={align}
      data-wide={wide === true || undefined}
      aria-sort={direction}
    >
      {sortable ? (
        <UnstyledButton
          className={styles["sort"] ?? ""}
          onClick={() => onSort(direction === "ascending" ? `-${name}` : name)}
        >
          {title}
          {direction === "ascending" && <IconArrowUp size={14} aria-hidden />}
          {direction === "descending" && <IconArrowDown size={14} aria-hidden />}
        </UnstyledButton>
      ) : (
        title
      )}
    </div>
  );
}
