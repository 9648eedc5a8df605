import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconArrowsSort } from "@tabler/icons-react";
import { t } from "../text/text.ts";
import styles from "./data-table.module.css";
import type { Column } from "./data-table.tsx";
import type { TableSelection } from "./table-selection.ts";

/** The row of titles: by some of them the table can be sorted. */
export function TableHead<Item extends { id: string }>({
  columns,
  sort,
  onSort,
  loaded,
  selection,
}: {
  columns: readonly Column<Item>[];
  sort: string;
  onSort: (sort: string) => void;
  loaded: readonly Item[];
  /** `null`: rows cannot be selected. */
  selection: TableSelection | null;
}) {
  return (
    <div role="rowgroup" className={styles["head"]}>
      <div role="row" aria-rowindex={1} className={styles["row"]}>
        {selection !== null && (
          <div role="columnheader" className={styles["cell"]}>
            <SelectAll loaded={loaded} selection={selection} />
          </div>
        )}
        {columns.map((column) => (
          <HeadCell key={column.name} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
    </div>
  );
}

function SelectAll({
  loaded,
  selection,
}: {
  loaded: readonly { id: string }[];
  selection: TableSelection;
}) {
  const all = loaded.length > 0 && loaded.every(({ id }) => selection.isSelected(id));
  const isPartly = !all && loaded.some(({ id }) => selection.isSelected(id));
  return (
    <input
      type="checkbox"
      className={styles["check"]}
      aria-label={t("common.selectAll")}
      checked={all}
      ref={(box) => {
        if (box !== null) box.indeterminate = isPartly;
      }}
      onChange={(event) =>
        selection.set(
          loaded.map(({ id }) => id),
          event.currentTarget.checked,
        )
      }
    />
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
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[
    direction ?? "none"
  ];
  return (
    <div
      role="columnheader"
      className={styles["cell"]}
      data-align={align}
      data-wide={wide === true || undefined}
      aria-sort={sortable ? (direction ?? "none") : undefined}
    >
      {sortable ? (
        <UnstyledButton
          className={styles["sort"] ?? ""}
          onClick={() => onSort(direction === "ascending" ? `-${name}` : name)}
        >
          {title}
          <Icon size={14} aria-hidden data-idle={direction === undefined || undefined} />
        </UnstyledButton>
      ) : (
        title
      )}
    </div>
  );
}
