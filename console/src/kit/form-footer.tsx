import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../text/text.ts";
import classes from "./form-footer.module.css";

/** The buttons below a form: the way out, and what it does. */
export function FormFooter({
  onCancel,
  beginsWithCancel = false,
  children,
}: {
  /** `undefined`: there is nothing left that could be cancelled. */
  onCancel?: () => void;
  /** The dialog begins with the way out, before something that cannot be taken back. */
  beginsWithCancel?: boolean;
  /** `Button`s. */
  children: ReactNode;
}) {
  return (
    <div className={classes["footer"]}>
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel} data-autofocus={beginsWithCancel || undefined}>
          {t("common.cancel")}
        </Button>
      )}
      {children}
    </div>
  );
}
