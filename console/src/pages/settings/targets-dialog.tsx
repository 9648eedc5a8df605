import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { t } from "../../text/text.ts";
import { TargetFields } from "./target-fields.tsx";

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
  const [targets, setTargets] = useState({ allow: part.targetAllow, deny: part.targetDeny });
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
          save.mutate({ path: { id: part.id }, body: targets }, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          <TargetFields targets={targets} onChange={setTargets} />
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
