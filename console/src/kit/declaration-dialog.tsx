import { Dialog } from "./dialog.tsx";
import { notifications } from "@mantine/notifications";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { DeclarationOutcome } from "../api/operations.generated.ts";
import { t } from "../text/text.ts";
import { Confirm } from "./confirm.tsx";
import {
  type Declaration,
  type DeclarationKind,
  type DeclarationStart,
  type ItemOf,
  useDeclaration,
} from "./declaration.ts";
import { DeclarationForm } from "./declaration-form.tsx";
import { type DeclarationSource, LoadedDeclaration } from "./loaded-declaration.tsx";

/**
 * A dialog that makes or changes one thing that is declared. Closing it with something unsaved asks first.
 *
 * @param source the id of what is there, or the item that a new one begins with.
 */
export function DeclarationDialog<Kind extends DeclarationKind>({
  kind,
  source,
  title,
  need,
  verb,
  size = "lg",
  onSaved,
  onClose,
  children,
}: {
  kind: Kind;
  source: DeclarationSource<ItemOf<Kind>>;
  title: string;
  need: "operate" | "administer";
  verb?: string;
  size?: string;
  /** Besides closing. */
  onSaved?: (outcome: DeclarationOutcome) => void;
  onClose: () => void;
  children: (declaration: Declaration<Kind>) => ReactNode;
}) {
  // Of the form inside: looked at when the dialog is to be closed.
  const isDirty = useRef(false);
  const [asks, setAsks] = useState(false);
  const close = () => (isDirty.current ? setAsks(true) : onClose());
  return (
    <>
      <Dialog opened onClose={close} title={title} size={size} closeOnClickOutside={false}>
        <LoadedDeclaration kind={kind} source={source}>
          {(start) => (
            <Fields kind={kind} start={start} isDirty={isDirty}>
              {(declaration) => (
                <DeclarationForm
                  declaration={declaration}
                  need={need}
                  {...(verb === undefined ? {} : { verb })}
                  onCancel={close}
                  onSaved={(outcome) => {
                    notifications.show({ color: "teal", message: t("forms.saved") });
                    onSaved?.(outcome);
                    onClose();
                  }}
                >
                  {children(declaration)}
                </DeclarationForm>
              )}
            </Fields>
          )}
        </LoadedDeclaration>
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

function Fields<Kind extends DeclarationKind>({
  kind,
  start,
  isDirty,
  children,
}: {
  kind: Kind;
  start: DeclarationStart<Kind>;
  isDirty: RefObject<boolean>;
  children: (declaration: Declaration<Kind>) => ReactNode;
}) {
  const declaration = useDeclaration(kind, start);
  useEffect(() => {
    isDirty.current = declaration.isDirty;
  }, [isDirty, declaration.isDirty]);
  return children(declaration);
}
