import { Group, Tooltip } from "@mantine/core";
import { IconFlame } from "@tabler/icons-react";
import type { FindingRow } from "../../api/operations.generated.ts";
import type { Column } from "../../kit/data-table.tsx";
import { FindingStatusBadge } from "../../kit/finding-status.tsx";
import { formatScore, formatShare } from "../../kit/format-score.ts";
import { RiskScore } from "../../kit/risk-score.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { Time } from "../../kit/time.tsx";
import { useRoomy } from "../../kit/use-roomy.ts";
import { t } from "../../text/text.ts";

/** What a finding is called where there is little room: `CVE-2024-6387 on web.example.test`. */
export function nameOfFinding({ weakness, assetName }: FindingRow): string {
  return `${weakness} ${t("findings.onAsset", { asset: assetName })}`;
}

const title: Column<FindingRow> = {
  name: "title",
  title: t("findings.finding"),
  width: "minmax(116px, 4fr)",
  cell: (finding) => <span title={finding.title}>{finding.title}</span>,
};

const asset: Column<FindingRow> = {
  name: "asset",
  title: t("findings.asset"),
  width: "minmax(110px, 1.5fr)",
  sortable: true,
  wide: true,
  cell: ({ assetName, assetIp }) => <span title={assetIp ?? assetName}>{assetName}</span>,
};

const rest: readonly Column<FindingRow>[] = [
  {
    name: "status",
    title: t("findings.status"),
    width: "124px",
    sortable: true,
    wide: true,
    cell: ({ status }) => <FindingStatusBadge status={status} />,
  },
  {
    name: "epss",
    title: t("findings.epss"),
    width: "86px",
    sortable: true,
    align: "end",
    wide: true,
    cell: ({ epssScore }) => (epssScore === null ? null : formatShare(epssScore)),
  },
  {
    name: "cvss",
    title: t("findings.cvss"),
    width: "86px",
    sortable: true,
    align: "end",
    wide: true,
    cell: ({ cvssScore }) => (cvssScore === null ? null : formatScore(cvssScore)),
  },
  {
    name: "firstSeen",
    title: t("findings.firstSeen"),
    width: "120px",
    sortable: true,
    wide: true,
    cell: ({ firstSeenAt }) => <Time at={firstSeenAt} />,
  },
  {
    name: "lastSeen",
    title: t("findings.lastSeen"),
    width: "124px",
    sortable: true,
    wide: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
];

const severity: Column<FindingRow> = {
  name: "severity",
  title: t("findings.severity"),
  width: "128px",
  sortable: true,
  cell: (finding) => (
    <Group gap={6} wrap="nowrap">
      <SeverityBadge severity={finding.severity} />
      {finding.kev && <Exploited ransomware={finding.ransomware} />}
    </Group>
  ),
};

const risk: Column<FindingRow> = {
  name: "risk",
  title: t("findings.risk"),
  width: "minmax(64px, 112px)",
  sortable: true,
  align: "end",
  cell: ({ riskScore }) => <RiskScore score={riskScore} />,
};

/** A mark for what is being exploited. */
export function Exploited({ ransomware }: { ransomware: boolean }) {
  const label = t(ransomware ? "findings.ransomwareHint" : "findings.kevHint");
  return (
    <Tooltip label={label}>
      <IconFlame
        size={16}
        role="img"
        aria-label={label}
        color="var(--severity-critical)"
        style={{ flex: "none" }}
      />
    </Tooltip>
  );
}

const ofOneAsset = [title, severity, risk, ...rest];
const ofAllAssets = [title, severity, risk, asset, ...rest];
const forRoom: ReadonlySet<string> = new Set(["cvss", "lastSeen"]);

/**
 * The columns of a table of findings: as many as there is room for, and the one that it is sorted by.
 *
 * @param ofAsset all are of one asset.
 */
export function useFindingColumns(ofAsset: boolean): readonly Column<FindingRow>[] {
  return useRoomy(ofAsset ? ofOneAsset : ofAllAssets, forRoom);
}
