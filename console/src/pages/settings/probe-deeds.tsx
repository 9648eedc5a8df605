import { tellDone } from "../../app/tell.tsx";
import { useAct } from "../../api/hooks.ts";
import type { ProbeRow } from "../../api/operations.generated.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { DeleteDeclaration } from "../../kit/delete-declaration.tsx";
import { t } from "../../text/text.ts";
import { ProbeDialog } from "./probe-dialog.tsx";
import type { ProbeDeed } from "./probe-menu.tsx";
import { TargetsDialog } from "./targets-dialog.tsx";

const changes = ["listProbes"] as const;

/** Does to a probe what was chosen, after asking where it cannot be taken back. */
export function ProbeDeedDialog({
  probe,
  deed,
  onEnrol,
  onClose,
}: {
  probe: ProbeRow;
  deed: ProbeDeed;
  onEnrol: (made: { id: string; token: string }) => void;
  onClose: () => void;
}) {
  const { id, name } = probe;
  const renew = useAct("renewProbeToken", { changes });
  const disable = useAct("disableProbe", { changes, done: t("probes.disabled") });
  const enable = useAct("enableProbe", { changes });
  const path = { id };
  const after = { onSettled: onClose };
  switch (deed) {
    case "change":
      return <ProbeDialog probe={probe} onMade={onEnrol} onClose={onClose} />;
    case "targets":
      return <TargetsDialog kind="probes" part={probe} onClose={onClose} />;
    case "renew":
      return (
        <Confirm
          title={t("probes.renewTitle", { name })}
          text={t("probes.renewText")}
          verb={t("probes.deed.renew")}
          busy={renew.isPending}
          onCancel={onClose}
          onConfirm={() =>
            renew.mutate({ path }, { ...after, onSuccess: ({ token }) => onEnrol({ id, token }) })
          }
        />
      );
    case "disable":
      return (
        <Confirm
          title={t("probes.disableTitle", { name })}
          text={t("probes.disableText")}
          verb={t("probes.deed.disable")}
          busy={disable.isPending}
          onCancel={onClose}
          onConfirm={() => disable.mutate({ path }, after)}
        />
      );
    case "enable":
      return (
        <Confirm
          title={t("probes.enableTitle", { name })}
          text={t("probes.enableText")}
          verb={t("probes.deed.enable")}
          busy={enable.isPending}
          onCancel={onClose}
          onConfirm={() =>
            enable.mutate(
              { path },
              {
                ...after,
                onSuccess: ({ mustEnrol }) =>
                  tellDone(t(mustEnrol ? "probes.mustEnrol" : "probes.enabled")),
              },
            )
          }
        />
      );
    case "delete":
      return (
        <DeleteDeclaration
          kind="Probe"
          id={id}
          name={name}
          text={
            probe.scans + probe.directories === 0 ? t("probes.deleteText") : t("probes.deleteUsed")
          }
          onClose={onClose}
        />
      );
  }
}
