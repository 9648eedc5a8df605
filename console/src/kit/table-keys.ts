import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

const page = 10;

/**
 * Moves through the rows of a table with the keys that lists have: arrows, Page Up and Down, Home, End. One row is the
 * current one, where Tab leads to. The handlers are those of the element around all rows.
 *
 * @param on what Space and Enter do, with the row; `extend`: Shift was held. `scrollTo` brings a row into sight.
 * @returns besides, the row that has the focus: it must be drawn wherever one scrolls, or the focus would be lost with it.
 */
export function useTableKeys(
  count: number,
  viewport: RefObject<HTMLDivElement | null>,
  on: {
    select: (index: number, extend: boolean) => void;
    open: (row: HTMLElement) => void;
    scrollTo: (index: number) => void;
  },
) {
  const last = Math.max(0, count - 1);
  const [at, setAt] = useState({ index: 0, isFocused: false });
  const goal = useRef<number | null>(null);
  const focus = (index: number) => {
    goal.current = index;
    setAt({ index, isFocused: true });
    on.scrollTo(index);
  };
  // As soon as the row is drawn: the next key may be on its way.
  useLayoutEffect(() => {
    if (goal.current === null) return;
    viewport.current
      ?.querySelector<HTMLElement>(`[data-index="${goal.current}"]`)
      ?.focus({ preventScroll: true });
    goal.current = null;
  });
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
    if (index !== null && (index !== at.index || !at.isFocused)) setAt({ index, isFocused: true });
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) setAt({ ...at, isFocused: false });
  };
  const current = Math.min(at.index, last);
  return { current, focused: at.isFocused ? current : null, onKeyDown, onFocus, onBlur };
}

/** Which row of the table the element is; `null`: it is none. */
function indexOf(element: HTMLElement | null): number | null {
  const index = element?.dataset["index"];
  return index === undefined ? null : Number(index);
}
