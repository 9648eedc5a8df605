import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useAct } from "../../api/hooks.ts";
import type { AuditRow } from "../../api/operations.generated.ts";
import { useMay } from "../../app/tenant.ts";
import { t } from "../../text/text.ts";

/** What can be done about an audit besides running it. */
export function AuditMenu({
  audit: { id, name, waiting, running },
  onChoose,
}: {
  audit: AuditRow;
  onChoose: (deed: "change" | "delete") => void;
}) {
  const mayChange = useMay("operate");
  const stop = useAct("stopAudit", {
    changes: ["listAudits", "readAudit"],
    done: t("audits.stopped"),
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("audits.actions", { name })}
          disabled={!mayChange}
          title={mayChange ? undefined : t("common.needsOperator")}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={waiting + running === 0} onClick={() => stop.mutate({ path: { id } })}>
          {t("audits.stop")}
        </Menu.Item>
        <Menu.Item onClick={() => onChoose("change")}>{t("audits.change")}</Menu.Item>
        <Menu.Item color="red" onClick={() => onChoose("delete")}>
          {t("audits.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
