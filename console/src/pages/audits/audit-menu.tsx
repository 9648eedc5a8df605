import { Menu } from "@mantine/core";
import { useAct } from "../../api/hooks.ts";
import type { AuditRow } from "../../api/operations.generated.ts";
import { RowMenu } from "../../kit/row-menu.tsx";
import { t } from "../../text/text.ts";

/** What can be done about an audit besides running it. */
export function AuditMenu({
  audit: { id, name, waiting, running },
  onChoose,
}: {
  audit: AuditRow;
  onChoose: (deed: "change" | "delete") => void;
}) {
  const stop = useAct("stopAudit", {
    changes: ["listAudits", "readAudit"],
    done: t("audits.stopped"),
  });
  return (
    <RowMenu need="operate" name={name}>
      <Menu.Item disabled={waiting + running === 0} onClick={() => stop.mutate({ path: { id } })}>
        {t("audits.stop")}
      </Menu.Item>
      <Menu.Item onClick={() => onChoose("change")}>{t("audits.change")}</Menu.Item>
      <Menu.Item color="red" onClick={() => onChoose("delete")}>
        {t("audits.delete")}
      </Menu.Item>
    </RowMenu>
  );
}
