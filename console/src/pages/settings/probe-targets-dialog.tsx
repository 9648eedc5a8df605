import { Dialog } from "../../kit/dialog.tsx";
import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { ProbeRow } from "../../api/operations.generated.ts";
import { LinesField } from "../../kit/lines-field.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { t } from "../../text/text.ts";

/** Which addresses the probe inside the server may touch: all else of it is the server's own. */
export function ProbeTargetsDialog({ probe, onClose }: { probe: ProbeRow; onClose: () => void }) {
  const [allow, setAllow] = useState(probe.targetAllow);
  const [deny, setDeny] = useState(probe.targetDeny);
  const save = useAct("setProbeTargets", {
    changes: ["listProbes"],
    done: t("probes.targetsSaved"),
    quiet: true,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("probes.targetsTitle", { name: probe.name })}
      size="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ path: { id: probe.id }, body: { allow, deny } }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          <LinesField
            label={t("probes.allow")}
            hint={t("probes.allowHint")}
            lines={allow}
            onChange={setAllow}
          />
          <LinesField
            label={t("probes.deny")}
            hint={t("probes.denyHint")}
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
