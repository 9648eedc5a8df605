import { Menu } from "@mantine/core";
import type { ProbeRow } from "../../api/operations.generated.ts";
import { RowMenu } from "../../kit/row-menu.tsx";
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
  const deeds: readonly ProbeDeed[] = embedded
    ? ["targets"]
    : ["change", "renew", status === "disabled" ? "enable" : "disable", "delete"];
  return (
    <RowMenu need="administer" name={name}>
      {deeds.map((deed) => (
        <Menu.Item
          key={deed}
          {...(deed === "disable" || deed === "delete" ? { color: "red" } : {})}
          onClick={() => onChoose(deed)}
        >
          {t(`probes.deed.${deed}`)}
        </Menu.Item>
      ))}
    </RowMenu>
  );
}
