import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import { DialogForm } from "../../kit/dialog-form.tsx";
import { FormDialog } from "../../kit/form-dialog.tsx";
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
    <FormDialog
      title={t(ofCollectors ? "collectors.targetsTitle" : "probes.targetsTitle", {
        name: part.name,
      })}
      onClose={onClose}
      size="lg"
    >
      <DialogForm
        verb={t("common.save")}
        values={targets}
        isPending={save.isPending}
        error={save.error}
        onSubmit={() =>
          save.mutate({ path: { id: part.id }, body: targets }, { onSuccess: onClose })
        }
      >
        <TargetFields targets={targets} onChange={setTargets} />
      </DialogForm>
    </FormDialog>
  );
}
