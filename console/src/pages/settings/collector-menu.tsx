import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { CollectorRow } from "../../api/operations.generated.ts";
import { useMay } from "../../app/tenant.ts";
import { t } from "../../text/text.ts";

export type CollectorDeed = "change" | "targets" | "renew" | "revoke" | "delete";

/** What can be done about a collector. The one inside the server is its own, but for what it may ask. */
export function CollectorMenu({
  collector,
  onChoose,
}: {
  collector: CollectorRow;
  onChoose: (deed: CollectorDeed) => void;
}) {
  const mayChange = useMay("administer");
  const { embedded, status, name } = collector;
  const item = (deed: CollectorDeed) => (
    <Menu.Item
      {...(deed === "revoke" || deed === "delete" ? { color: "red" } : {})}
      onClick={() => onChoose(deed)}
    >
      {t(`collectors.deed.${deed}`)}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("collectors.actions", { name })}
          disabled={!mayChange}
          title={mayChange ? undefined : t("common.needsAdministrator")}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {embedded ? (
          item("targets")
        ) : (
          <>
            {item("change")}
            {item("renew")}
            {status !== "revoked" && item("revoke")}
            {item("delete")}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
