import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { useFilters } from "../app/use-filters.ts";

/** From this width on there is room for every column. */
const roomy = "(min-width: 1500px)";

/**
 * The columns that there is room for, and the one that the table is sorted by.
 *
 * @param forRoom names of those that a window of ordinary width does without: a page of each thing tells them as well.
 */
export function useRoomy<Column extends { name: string }>(
  columns: readonly Column[],
  forRoom: ReadonlySet<string>,
): readonly Column[] {
  const isRoomy = useMediaQuery(roomy, true);
  const [{ sort = "" }] = useFilters();
  return useMemo(
    () =>
      columns.filter(({ name }) => isRoomy || !forRoom.has(name) || name === sort.replace("-", "")),
    [columns, forRoom, isRoomy, sort],
  );
}
