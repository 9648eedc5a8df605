import { useAct } from "../../api/hooks.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { t } from "../../text/text.ts";

/** Asks once more, and ends an exception. */
export function EndException({
  id,
  rule,
  onClose,
}: {
  id: string;
  rule: string;
  onClose: () => void;
}) {
  const end = useAct("endAuditException", {
    changes: ["listAuditExceptions", "readAuditRun"],
    done: t("exceptions.ended"),
  });
  return (
    <Confirm
      title={t("audits.endTitle", { rule })}
      text={t("audits.endText")}
      verb={t("exceptions.end")}
      busy={end.isPending}
      onCancel={onClose}
      onConfirm={() => end.mutate({ path: { id } }, { onSettled: onClose })}
    />
  );
}
