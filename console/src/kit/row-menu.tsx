import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useMay } from "../app/tenant.ts";
import { t } from "../text/text.ts";

/** What can be done about one row of a table, for those who may: for the others it does not open, and says why. */
export function RowMenu({
  need,
  name,
  children,
}: {
  need: "operate" | "administer";
  /** What the row is called, for screen readers. */
  name: string;
  /** `Menu.Item`s. */
  children: ReactNode;
}) {
  const allowed = useMay(need);
  const label = t("common.actionsFor", { name });
  const reason = t(need === "operate" ? "common.needsOperator" : "common.needsAdministrator");
  return (
    <Menu position="bottom-end" disabled={!allowed}>
      <Menu.Target>
        <Tooltip label={reason} disabled={allowed}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={allowed ? label : `${label}. ${reason}`}
            aria-disabled={!allowed}
            {...(allowed ? {} : { "data-disabled": true })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
