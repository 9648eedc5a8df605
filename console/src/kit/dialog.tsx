import { Drawer, type DrawerProps, Modal, type ModalProps } from "@mantine/core";
import { useEffect, useState } from "react";

/**
 * Brings the focus back to where it was before, when what is in front goes away. The library does so for dialogs that are
 * closed, but ours are taken out of the page as a whole.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const { activeElement, body } = document;
        if (activeElement !== null && activeElement !== body) return;
        // What opened it may be gone as well: an item of a menu, the row that was deleted.
        const place = before instanceof HTMLElement && before.isConnected && before !== body;
        const target = place ? before : document.querySelector<HTMLElement>("main");
        target?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}

/** A dialog in front of the page. */
export function Dialog(props: ModalProps) {
  useFocusBack();
  return <Modal {...props} />;
}

/** A dialog at the page's side, for something long. */
export function SideDialog(props: DrawerProps) {
  useFocusBack();
  return <Drawer {...props} />;
}
