import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { Person } from "../../api/operations.generated.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { t } from "../../text/text.ts";
import { type Place, PlaceFields } from "./place-fields.tsx";

/** Another role, or other companies to see. */
export function ChangePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const change = useAct("changePerson", {
    changes: ["listPeople"],
    quiet: true,
    done: t("people.changed", { name: person.name }),
  });
  const [place, setPlace] = useState<Place>({ role: person.role, companyIds: person.companyIds });
  return (
    <FormDialog title={t("people.changeTitle", { name: person.name })} onClose={onClose}>
      <DialogForm
        verb={t("common.save")}
        values={place}
        isPending={change.isPending}
        error={change.error}
        onSubmit={() =>
          change.mutate({ path: { id: person.userId }, body: place }, { onSuccess: onClose })
        }
      >
        <PlaceFields place={place} onChange={setPlace} />
      </DialogForm>
    </FormDialog>
  );
}
