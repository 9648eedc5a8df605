import type { Virtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from "react";

const page = 10;

/**
 * Moves through the rows of a table with the keys that lists have: arrows, Page Up and Down, Home, End. One row is the
 * current one, where Tab leads to. The handlers are those of the element around all rows.
 *
 * @param on what Space and Enter do, with the row; `extend`: Shift was held.
 */
export function useTableKeys(
  rows: Virtualizer<HTMLDivElement, Element>,
  viewport: RefObject<HTMLDivElement | null>,
  on: { select: (index: number, extend: boolean) => void; open: (row: HTMLElement) => void },
) {
  const [current, setCurrent] = useState(0);
  const last = rows.options.count - 1;
  const focus = (index: number) => {
    setCurrent(index);
    rows.scrollToIndex(index);
    // The row may not be drawn yet.
    requestAnimationFrame(() => {
      viewport.current
        ?.querySelector<HTMLElement>(`[data-index="${index}"]`)
        ?.focus({ preventScroll: true });
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target as HTMLElement;
    const index = indexOf(row);
    // Keys pressed in a control of the row are the control's.
    if (index === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const wanted = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: last,
    }[event.key];
    if (wanted !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(last, wanted));
      focus(next);
      if (event.shiftKey) on.select(next, true);
    }
    if (event.key === " ") {
      event.preventDefault();
      on.select(index, event.shiftKey);
    }
    if (event.key === "Enter") on.open(row);
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const index = indexOf(target.closest<HTMLElement>("[data-index]"));
    if (index !== null) setCurrent(index);
  };
  return { current: Math.min(current, Math.max(0, last)), onKeyDown, onFocus };
}

/** Which row of the table the element is; `null`: it is none. */
function indexOf(element: HTMLElement | null): number | null {
  const index = element?.dataset["index"];
  return index === undefined ? null : Number(index);
}
