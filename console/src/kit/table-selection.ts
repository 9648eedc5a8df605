import { useCallback, useLayoutEffect, useRef } from "react";

export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

/**
 * Selects rows of a table, also all from the last one that was touched to this one (with Shift).
 *
 * @param readRows reads the rows between two indexes.
 */
export function useTableSelection(
  selection: Selection | undefined,
  readRows: (from: number, to: number) => Promise<readonly { id: string }[]>,
) {
  const anchor = useRef<number | null>(null);
  const set = (ids: readonly string[], on: boolean) => {
    const next = new Set(selection?.selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    selection?.onChange(next);
  };
  const toggle = async (index: number, item: { id: string }, throughAll: boolean) => {
    const on = selection?.selected.has(item.id) !== true;
    const from = throughAll ? anchor.current : null;
    anchor.current = index;
    if (from === null || from === index) return set([item.id], on);
    const rows = await readRows(Math.min(from, index), Math.max(from, index));
    return set(
      rows.map(({ id }) => id),
      on,
    );
  };
  const latest = useRef(toggle);
  useLayoutEffect(() => {
    latest.current = toggle;
  });
  return {
    set,
    isSelected: (id: string) => selection?.selected.has(id) === true,
    /** Always the same function, so that no row is rendered again for its sake. */
    toggle: useCallback((index: number, item: { id: string }, throughAll: boolean) => {
      void latest.current(index, item, throughAll);
    }, []),
  };
}

export type TableSelection = ReturnType<typeof useTableSelection>;
