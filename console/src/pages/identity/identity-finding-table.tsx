import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { IdentityFindingRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { FindingStatusBadge } from "../../kit/finding-status.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { DecideBar } from "../findings/decide-bar.tsx";
import { useChoice } from "../findings/use-choice.ts";
import { IdentityFilters, identityQuery } from "./identity-filters.tsx";

const columns: readonly Column<IdentityFindingRow>[] = [
  {
    name: "target",
    title: t("identity.target"),
    width: "minmax(140px, 1.5fr)",
    sortable: true,
    cell: ({ targetName }) => targetName,
  },
  {
    name: "severity",
    title: t("findings.severity"),
    width: "minmax(100px, 120px)",
    sortable: true,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    name: "rule",
    title: t("identity.whatIsWrong"),
    width: "minmax(180px, 3fr)",
    sortable: true,
    cell: ({ title }) => title,
  },
  {
    name: "directory",
    title: t("identity.directory"),
    width: "minmax(100px, 1fr)",
    wide: true,
    cell: ({ directoryName }) => directoryName,
  },
  {
    name: "status",
    title: t("findings.status"),
    width: "minmax(120px, 150px)",
    sortable: true,
    wide: true,
    cell: ({ status }) => <FindingStatusBadge status={status} />,
  },
  {
    name: "firstSeen",
    title: t("identity.firstSeen"),
    width: "minmax(110px, 140px)",
    sortable: true,
    wide: true,
    cell: ({ firstSeenAt }) => <Time at={firstSeenAt} />,
  },
];

/** Identity findings, narrowed by what stands in the address, to be chosen and decided about. */
export function IdentityFindingTable() {
  const tenant = useTenant();
  const [filters] = useFilters();
  const query = identityQuery(filters);
  const choice = useChoice("identity", query, (count) => t("identity.chosenSome", { count }));
  return (
    <Stack gap="md">
      <IdentityFilters />
      <DecideBar kind="identity" choice={choice} />
      <DataTable
        operation="listIdentityFindingRows"
        args={{ query }}
        columns={columns}
        label={t("identity.tab.findings")}
        defaultSort="-severity"
        nameOf={({ targetName, title }) => `${targetName}: ${title}`}
        hrefOf={({ id }) => paths.identityFinding(tenant.name, id)}
        live="identity_findings"
        selection={{ selected: choice.ids, onChange: choice.select }}
        empty={
          <Empty
            title={t("identity.noFindings")}
            hint={t("identity.noFindingsHint")}
            action={
              tenant.companyIds === null && (
                <Button component={Link} to={paths.directories(tenant.name)}>
                  {t("identity.toSettings")}
                </Button>
              )
            }
          />
        }
      />
    </Stack>
  );
}
