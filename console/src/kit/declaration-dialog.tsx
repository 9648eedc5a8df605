import { tellDone } from "../app/tell.tsx";
import type { ReactNode } from "react";
import type { DeclarationOutcome } from "../api/operations.generated.ts";
import { t } from "../text/text.ts";
import {
  type Declaration,
  type DeclarationKind,
  type DeclarationStart,
  type ItemOf,
  useDeclaration,
} from "./declaration.ts";
import { DeclarationForm } from "./declaration-form.tsx";
import { FormDialog, useFormDialog } from "./form-dialog.tsx";
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
  return (
    <FormDialog title={title} size={size} onClose={onClose}>
      <LoadedDeclaration kind={kind} source={source}>
        {(start) => (
          <Fields
            kind={kind}
            start={start}
            need={need}
            {...(verb === undefined ? {} : { verb })}
            onSaved={(outcome) => {
              tellDone(t("forms.saved"));
              onSaved?.(outcome);
              onClose();
            }}
          >
            {children}
          </Fields>
        )}
      </LoadedDeclaration>
    </FormDialog>
  );
}

function Fields<Kind extends DeclarationKind>({
  kind,
  start,
  children,
  ...form
}: {
  kind: Kind;
  start: DeclarationStart<Kind>;
  need: "operate" | "administer";
  verb?: string;
  onSaved: (outcome: DeclarationOutcome) => void;
  children: (declaration: Declaration<Kind>) => ReactNode;
}) {
  const declaration = useDeclaration(kind, start);
  const { close } = useFormDialog(declaration.isDirty);
  return (
    <DeclarationForm {...form} declaration={declaration} onCancel={close}>
      {children(declaration)}
    </DeclarationForm>
  );
}
