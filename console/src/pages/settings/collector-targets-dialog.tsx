import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { CollectorRow } from "../../api/operations.generated.ts";
import { LinesField } from "../../kit/lines-field.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { t } from "../../text/text.ts";

/** Which addresses the collector inside the server may ask: all else of it is the server's own. */
export function CollectorTargetsDialog({
  collector,
  onClose,
}: {
  collector: CollectorRow;
  onClose: () => void;
}) {
  const [allow, setAllow] = useState(collector.targetAllow);
  const [deny, setDeny] = useState(collector.targetDeny);
  const save = useAct("setCollectorTargets", {
    changes: ["listCollectors"],
    done: t("collectors.targetsSaved"),
    quiet: true,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("collectors.targetsTitle", { name: collector.name })}
      size="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const body = { allow, deny };
          save.mutate({ path: { id: collector.id }, body }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          <LinesField
            label={t("collectors.allow")}
            hint={t("collectors.allowHint")}
            lines={allow}
            onChange={setAllow}
          />
          <LinesField
            label={t("collectors.deny")}
            hint={t("collectors.denyHint")}
            lines={deny}
            onChange={setDeny}
          />
          {save.error !== null && <ProblemAlert error={save.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("common.cancel")}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t("common.save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
