import { IconRobot } from "@tabler/icons-react";
import { Group } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { AssetRow } from "../../api/operations.generated.ts";
import { useFilters } from "../../app/use-filters.ts";
import type { Column } from "../../kit/data-table.tsx";
import { RiskScore } from "../../kit/risk-score.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { FindingCounts } from "./finding-counts.tsx";

const all: readonly Column<AssetRow>[] = [
  {
    name: "name",
    title: t("assets.name"),
    width: "minmax(120px, 2.5fr)",
    sortable: true,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    name: "risk",
    title: t("assets.risk"),
    width: "minmax(64px, 106px)",
    sortable: true,
    align: "end",
    cell: ({ riskScore }) => <RiskScore score={riskScore} />,
  },
  {
    name: "findings",
    title: t("assets.findings"),
    width: "228px",
    wide: true,
    cell: ({ findings }) => <FindingCounts counts={findings} />,
  },
  {
    name: "ip",
    title: t("assets.ip"),
    width: "minmax(118px, 140px)",
    sortable: true,
    cell: ({ ip }) => ip,
  },
  {
    name: "os",
    title: t("assets.os"),
    width: "minmax(100px, 1.5fr)",
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
    name: "company",
    title: t("assets.company"),
    width: "minmax(90px, 1fr)",
    sortable: true,
    wide: true,
    cell: ({ companyName }) => companyName,
  },
  {
    name: "ports",
    title: t("assets.ports"),
    width: "86px",
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
    width: "120px",
    sortable: true,
    wide: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
];

/** Where there is less room, the rest is on the page of each. */
const roomy = "(min-width: 1500px)";
const forRoom: ReadonlySet<string> = new Set(["type", "company", "ports", "agent"]);

/** The columns of the table of assets: as many as there is room for, and the one that it is sorted by. */
export function useAssetColumns(): readonly Column<AssetRow>[] {
  const isRoomy = useMediaQuery(roomy, true);
  const [{ sort = "" }] = useFilters();
  return all.filter(({ name }) => isRoomy || !forRoom.has(name) || name === sort.replace("-", ""));
}

/** Of a host at which nobody looked for ports, it is not known that there are none. */
function portCount({ openPorts, udpPorts, lastScannedAt }: AssetRow): number | null {
  const count = openPorts.length + udpPorts.length;
  return count === 0 && lastScannedAt === null ? null : count;
}
