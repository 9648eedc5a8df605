import type { Virtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useState } from "react";

const page = 10;

/**
 * Moves through the rows of a table with the keys that lists have: arrows, Page Up and Down, Home, End. One row is the
 * current one, where Tab leads to.
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
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, index: number) => {
    // Keys pressed in a control of the row are the control's.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
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
    if (event.key === "Enter") on.open(event.currentTarget);
  };
  return { current: Math.min(current, Math.max(0, last)), setCurrent, onKeyDown };
}
