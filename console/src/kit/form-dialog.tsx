import { type ReactNode, createContext, useContext, useEffect, useRef, useState } from "react";
import { t } from "../text/text.ts";
import { Confirm } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";

interface Around {
  /** Closes the dialog, or asks first. */
  close: () => void;
  tellDirty: (isDirty: boolean) => void;
}

const AroundForm = createContext<Around | null>(null);

/** A dialog with something to fill in. Closing it asks first when what was filled in would be lost. */
export function FormDialog({
  title,
  size = "md",
  onClose,
  children,
}: {
  title: string;
  size?: string;
  onClose: () => void;
  /** A form that is filled in says so by `useFormDialog`. */
  children: ReactNode;
}) {
  // Of the form inside: looked at when the dialog is to be closed.
  const isDirty = useRef(false);
  const [asks, setAsks] = useState(false);
  const close = () => (isDirty.current ? setAsks(true) : onClose());
  const [tellDirty] = useState(() => (is: boolean) => {
    isDirty.current = is;
  });
  return (
    <>
      <Dialog
        opened
        onClose={close}
        closeOnEscape={!asks}
        closeOnClickOutside={false}
        title={title}
        size={size}
      >
        <AroundForm value={{ close, tellDirty }}>{children}</AroundForm>
      </Dialog>
      {asks && (
        <Confirm
          title={t("forms.leaveTitle")}
          text={t("forms.leaveText")}
          verb={t("forms.leave")}
          onConfirm={onClose}
          onCancel={() => setAsks(false)}
        />
      )}
    </>
  );
}

/**
 * Tells the dialog around a form whether something would be lost with it, and gives the way out of it.
 *
 * @throws Error outside of a `FormDialog`.
 */
export function useFormDialog(isDirty: boolean): { close: () => void } {
  const around = useContext(AroundForm);
  if (around === null) throw new Error("there is no dialog around this form");
  const { close, tellDirty } = around;
  useEffect(() => {
    tellDirty(isDirty);
    return () => tellDirty(false);
  }, [tellDirty, isDirty]);
  return { close };
}
