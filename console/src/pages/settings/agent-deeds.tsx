import { useAct } from "../../api/hooks.ts";
import type { AgentRow } from "../../api/operations.generated.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { t } from "../../text/text.ts";
import { AgentChangeDialog } from "./agent-change-dialog.tsx";
import { AgentDialog } from "./agent-dialog.tsx";
import type { AgentDeed } from "./agent-menu.tsx";

const changes = ["listAgentRows", "getAgent"] as const;

/** Does to an agent what was chosen, after asking where it cannot be taken back. */
export function AgentDeedDialog({
  agent: { id, name },
  deed,
  onClose,
}: {
  agent: AgentRow;
  deed: AgentDeed;
  onClose: () => void;
}) {
  const revoke = useAct("revokeAgent", { changes, done: t("agents.revoked") });
  const remove = useAct("deleteAgent", { changes, done: t("agents.deleted") });
  const after = { onSettled: onClose };
  switch (deed) {
    case "show":
      return <AgentDialog id={id} onClose={onClose} />;
    case "change":
      return <AgentChangeDialog id={id} onClose={onClose} />;
    case "revoke":
      return (
        <Confirm
          title={t("agents.revokeTitle", { name })}
          text={t("agents.revokeText")}
          verb={t("agents.deed.revoke")}
          busy={revoke.isPending}
          onCancel={onClose}
          onConfirm={() => revoke.mutate({ path: { id } }, after)}
        />
      );
    case "delete":
      return (
        <Confirm
          title={t("forms.deleteTitle", { name })}
          text={t("agents.deleteText")}
          verb={t("agents.deed.delete")}
          busy={remove.isPending}
          onCancel={onClose}
          onConfirm={() => remove.mutate({ path: { id } }, after)}
        />
      );
  }
}
