import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { LinesField } from "../../kit/lines-field.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { t } from "../../text/text.ts";

interface EmbeddedPart {
  id: string;
  name: string;
  targetAllow: string[];
  targetDeny: string[];
}

/** Which addresses the collector or probe inside the server may ask: all else of it is the server's own. */
export function TargetsDialog({
  kind,
  part,
  onClose,
}: {
  kind: "collectors" | "probes";
  part: EmbeddedPart;
  onClose: () => void;
}) {
  const [allow, setAllow] = useState(part.targetAllow);
  const [deny, setDeny] = useState(part.targetDeny);
  const ofCollectors = kind === "collectors";
  const save = useAct(ofCollectors ? "setCollectorTargets" : "setProbeTargets", {
    changes: [ofCollectors ? "listCollectors" : "listProbes"],
    done: t(ofCollectors ? "collectors.targetsSaved" : "probes.targetsSaved"),
    quiet: true,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(ofCollectors ? "collectors.targetsTitle" : "probes.targetsTitle", {
        name: part.name,
      })}
      size="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ path: { id: part.id }, body: { allow, deny } }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          <LinesField
            label={t(`${kind}.allow`)}
            hint={t(`${kind}.allowHint`)}
            lines={allow}
            onChange={setAllow}
          />
          <LinesField
            label={t(`${kind}.deny`)}
            hint={t(`${kind}.denyHint`)}
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
