import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ProbeRow } from "../../api/operations.generated.ts";
import { useMay } from "../../app/tenant.ts";
import { t } from "../../text/text.ts";

export type ProbeDeed = "change" | "targets" | "renew" | "disable" | "enable" | "delete";

/** What can be done about a probe. The one inside the server is its own, but for what it may touch. */
export function ProbeMenu({
  probe: { embedded, status, name },
  onChoose,
}: {
  probe: ProbeRow;
  onChoose: (deed: ProbeDeed) => void;
}) {
  const mayChange = useMay("administer");
  const deeds: readonly ProbeDeed[] = embedded
    ? ["targets"]
    : ["change", "renew", status === "disabled" ? "enable" : "disable", "delete"];
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("parts.actions", { name })}
          disabled={!mayChange}
          title={mayChange ? undefined : t("common.needsAdministrator")}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deeds.map((deed) => (
          <Menu.Item
            key={deed}
            {...(deed === "disable" || deed === "delete" ? { color: "red" } : {})}
            onClick={() => onChoose(deed)}
          >
            {t(`probes.deed.${deed}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
