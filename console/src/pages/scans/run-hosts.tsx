import { Anchor, Stack, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerSkipForward,
} from "@tabler/icons-react";
import type { ScanRunHost } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { type Look, Mark } from "../../kit/mark.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { Link } from "@tanstack/react-router";

const outcomes = ["up", "skipped", "dropped", "down"] as const;
const looks = {
  up: [IconCircleCheck, "status-up"],
  skipped: [IconPlayerSkipForward, "status-quiet"],
  dropped: [IconAlertTriangle, "status-warning"],
  down: [IconCircleDashed, "status-quiet"],
} as const satisfies Record<(typeof outcomes)[number], Look>;

/** What became of each host of a run, and why. */
export function RunHosts({ runId, isOpen }: { runId: string; isOpen: boolean }) {
  const tenant = useTenant();
  const [{ q, outcome }] = useFilters();
  const columns: readonly Column<ScanRunHost>[] = [
    {
      name: "address",
      title: t("scans.address"),
      width: "minmax(120px, 170px)",
      sortable: true,
      cell: ({ id }) => id,
    },
    {
      name: "outcome",
      title: t("scans.outcome"),
      width: "minmax(100px, 150px)",
      sortable: true,
      cell: (host) => <Mark look={looks[host.outcome]}>{t(`scans.host.${host.outcome}`)}</Mark>,
    },
    {
      name: "asset",
      title: t("scans.asset"),
      width: "minmax(120px, 1fr)",
      cell: ({ assetId, assetName }) =>
        assetId === null ? null : (
          <Anchor component={Link} to={paths.asset(tenant.name, assetId)} size="sm">
            {assetName ?? t("common.unknown")}
          </Anchor>
        ),
    },
    {
      name: "ports",
      title: t("scans.figure.openPorts"),
      width: "110px",
      align: "end",
      wide: true,
      cell: ({ assetId, openPorts }) => (assetId === null ? null : formatNumber(openPorts)),
    },
    {
      name: "findings",
      title: t("scans.openFindings"),
      width: "130px",
      align: "end",
      wide: true,
      cell: ({ assetId, openFindings }) => (assetId === null ? null : formatNumber(openFindings)),
    },
    {
      name: "reason",
      title: t("scans.why"),
      width: "minmax(140px, 2fr)",
      wide: true,
      cell: ({ reason }) => <span title={reason ?? undefined}>{reason}</span>,
    },
  ];
  return (
    <Stack gap="sm">
      <FilterBar
        search={t("scans.searchHosts")}
        filters={[
          {
            name: "outcome",
            label: t("scans.outcome"),
            options: outcomes.map((value) => ({ value, label: t(`scans.host.${value}`) })),
          },
        ]}
      />
      <DataTable
        operation="listScanRunHosts"
        args={{ path: { id: runId }, query: { q, outcome } }}
        columns={columns}
        label={t("scans.hosts")}
        defaultSort="address"
        nameOf={({ id }) => id}
        live="scan_runs"
        empty={<Text size="sm">{isOpen ? t("scans.noHostsYet") : t("scans.noHosts")}</Text>}
      />
    </Stack>
  );
}
