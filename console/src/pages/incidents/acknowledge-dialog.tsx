import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
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
          notifications.show({
            color: "teal",
            message:
              length === 0
                ? t("incidents.noneAcknowledged")
                : plural("incidents.acknowledged", length),
          });
          onClose(true);
        },
      },
    );
  };
  return (
    <Dialog
      opened
      onClose={() => onClose(false)}
      title={plural("incidents.acknowledgeTitle", ids.length)}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
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
          {acknowledge.error !== null && <ProblemAlert error={acknowledge.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => onClose(false)}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" loading={acknowledge.isPending}>
              {t("incidents.acknowledge")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
