import { type RefObject, useEffect } from "react";

/**
 * Puts the focus on the first field of a form that comes into a dialog a moment after it was opened. What is there from the
 * beginning is found by the dialog.
 */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>("[role=dialog] [data-autofocus]");
    first?.focus({ preventScroll: true });
  }, [form]);
}
