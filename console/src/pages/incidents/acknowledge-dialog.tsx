import { Text, Textarea } from "@mantine/core";
import { tellDone, tellNote } from "../../app/tell.tsx";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
import { plural, t } from "../../text/text.ts";

/** Takes incidents on, with a note for the others if one likes. */
export function AcknowledgeDialog({
  ids,
  onClose,
}: {
  ids: readonly string[];
  /** @param done whether they were sent; false: nothing was done. */
  onClose: (done: boolean) => void;
}) {
  const [note, setNote] = useState("");
  const acknowledge = useAct("acknowledgeIncidents", {
    changes: ["listIncidentRows", "readIncident"],
    quiet: true,
  });
  const send = () => {
    const text = note.trim();
    acknowledge.mutate(
      { body: { ids: [...ids], ...(text === "" ? {} : { note: text }) } },
      {
        onSuccess: ({ acknowledged }) => {
          const { length } = acknowledged;
          if (length === 0) tellNote(t("incidents.noneAcknowledged"));
          else tellDone(plural("incidents.acknowledged", length));
          onClose(true);
        },
      },
    );
  };
  return (
    <FormDialog
      title={plural("incidents.acknowledgeTitle", ids.length)}
      onClose={() => onClose(false)}
    >
      <DialogForm
        verb={t("incidents.acknowledge")}
        values={{ note }}
        isPending={acknowledge.isPending}
        error={acknowledge.error}
        onSubmit={() => send()}
      >
        <Text size="sm">{t("incidents.acknowledgeText")}</Text>
        <Textarea
          label={t("incidents.noteOptional")}
          description={t("incidents.noteHint")}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          autosize
          minRows={2}
          maxLength={2000}
          data-autofocus
        />
      </DialogForm>
    </FormDialog>
  );
}
