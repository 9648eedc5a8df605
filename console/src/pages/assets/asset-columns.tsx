import { IconRobot } from "@tabler/icons-react";
import { Group } from "@mantine/core";
import type { AssetRow } from "../../api/operations.generated.ts";
import type { Column } from "../../kit/data-table.tsx";
import { RiskScore } from "../../kit/risk-score.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { FindingCounts } from "./finding-counts.tsx";

/** The columns of the table of assets. */
export const assetColumns: readonly Column<AssetRow>[] = [
  {
    name: "name",
    title: t("assets.name"),
    width: "minmax(140px, 2.5fr)",
    sortable: true,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    name: "risk",
    title: t("assets.risk"),
    width: "112px",
    sortable: true,
    align: "end",
    cell: ({ riskScore }) => <RiskScore score={riskScore} />,
  },
  {
    name: "findings",
    title: t("assets.findings"),
    width: "minmax(150px, 220px)",
    wide: true,
    cell: ({ findings }) => <FindingCounts counts={findings} />,
  },
  {
    name: "ip",
    title: t("assets.ip"),
    width: "minmax(118px, 150px)",
    sortable: true,
    cell: ({ ip }) => ip,
  },
  {
    name: "os",
    title: t("assets.os"),
    width: "minmax(110px, 1.5fr)",
    sortable: true,
    wide: true,
    cell: ({ os }) => <span title={os ?? undefined}>{os}</span>,
  },
  {
    name: "type",
    title: t("assets.type"),
    width: "minmax(86px, 110px)",
    sortable: true,
    wide: true,
    cell: ({ deviceType }) => deviceType,
  },
  {
    name: "site",
    title: t("assets.site"),
    width: "minmax(90px, 1fr)",
    sortable: true,
    wide: true,
    cell: ({ siteName }) => siteName,
  },
  {
    name: "ports",
    title: t("assets.ports"),
    width: "74px",
    sortable: true,
    align: "end",
    wide: true,
    cell: portCount,
  },
  {
    name: "agent",
    title: t("assets.agent"),
    width: "minmax(100px, 140px)",
    wide: true,
    cell: ({ agentId, agentLastSeenAt }) =>
      agentId === null ? null : (
        <Group gap={6} wrap="nowrap">
          <IconRobot size={16} role="img" aria-label={t("assets.hasAgent")} />
          <Time at={agentLastSeenAt} />
        </Group>
      ),
  },
  {
    name: "lastSeen",
    title: t("assets.lastSeen"),
    width: "124px",
    sortable: true,
    wide: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
];

/** Of a host at which nobody looked for ports, it is not known that there are none. */
function portCount({ openPorts, udpPorts, lastScannedAt }: AssetRow): number | null {
  const count = openPorts.length + udpPorts.length;
  return count === 0 && lastScannedAt === null ? null : count;
}
