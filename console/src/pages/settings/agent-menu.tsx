import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { AgentRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useMay, useTenant } from "../../app/tenant.ts";
import { t } from "../../text/text.ts";

export type AgentDeed = "show" | "change" | "revoke" | "delete";

/** What can be done about an agent; who may not change it can look. */
export function AgentMenu({
  agent: { status, name, assetId },
  onChoose,
}: {
  agent: AgentRow;
  onChoose: (deed: AgentDeed) => void;
}) {
  const tenant = useTenant();
  const mayChange = useMay("administer");
  const item = (deed: AgentDeed) => (
    <Menu.Item
      disabled={deed !== "show" && !mayChange}
      title={deed === "show" || mayChange ? undefined : t("common.needsAdministrator")}
      {...(deed === "revoke" || deed === "delete" ? { color: "red" } : {})}
      onClick={() => onChoose(deed)}
    >
      {t(`agents.deed.${deed}`)}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("common.actionsFor", { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item("show")}
        {assetId !== null && (
          <Menu.Item component={Link} to={paths.asset(tenant.name, assetId)}>
            {t("agents.toAsset")}
          </Menu.Item>
        )}
        {item("change")}
        {item(status === "revoked" ? "delete" : "revoke")}
      </Menu.Dropdown>
    </Menu>
  );
}
