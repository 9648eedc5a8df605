import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { Person } from "../../api/operations.generated.ts";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
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
    <Dialog
      opened
      onClose={onClose}
      title={t("people.changeTitle", { name: person.name })}
      centered
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ path: { id: person.userId }, body: place }, { onSuccess: onClose });
        }}
      >
        <Stack>
          <PlaceFields place={place} onChange={setPlace} />
          {change.error !== null && <ProblemAlert error={change.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {t("common.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
