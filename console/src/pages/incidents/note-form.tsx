import { Group, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { useMay } from "../../app/tenant.ts";
import { t } from "../../text/text.ts";

/** Adds what one knows or has done to the timeline of an incident. */
export function NoteForm({ incidentId }: { incidentId: string }) {
  const [note, setNote] = useState("");
  const mayNote = useMay("operate");
  const add = useAct("noteIncident", {
    changes: ["readIncident"],
    done: t("incidents.noted"),
    quiet: true,
  });
  const send = () => {
    if (note.trim() === "") return;
    add.mutate(
      { path: { id: incidentId }, body: { note: note.trim() } },
      { onSuccess: () => setNote("") },
    );
  };
  return (
    <Stack gap="xs">
      <Textarea
        label={t("incidents.note")}
        description={t("incidents.noteHint")}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        autosize
        minRows={2}
        maxLength={2000}
        disabled={!mayNote}
      />
      {add.error !== null && <ProblemAlert error={add.error} />}
      <Group justify="flex-end">
        <GuardedButton need="operate" variant="default" loading={add.isPending} onClick={send}>
          {t("incidents.addNote")}
        </GuardedButton>
      </Group>
    </Stack>
  );
}
