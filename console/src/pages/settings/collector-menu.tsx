import { Menu } from "@mantine/core";
import type { CollectorRow } from "../../api/operations.generated.ts";
import { RowMenu } from "../../kit/row-menu.tsx";
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
    <RowMenu need="administer" name={name}>
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
    </RowMenu>
  );
}
