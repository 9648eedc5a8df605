import { Button, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { PackageRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { formatNumber, t } from "../../text/text.ts";

const columns: readonly Column<PackageRow>[] = [
  {
    name: "name",
    title: t("assets.package"),
    width: "minmax(150px, 2fr)",
    sortable: true,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    name: "version",
    title: t("assets.packageVersion"),
    width: "minmax(130px, 2fr)",
    cell: ({ version }) => <span title={version}>{version}</span>,
  },
  {
    name: "findings",
    title: t("assets.packageFindings"),
    width: "104px",
    sortable: true,
    align: "end",
    cell: ({ findings }) => (findings === 0 ? null : formatNumber(findings)),
  },
  {
    name: "arch",
    title: t("assets.packageArch"),
    width: "110px",
    wide: true,
    cell: ({ arch }) => arch,
  },
  {
    name: "source",
    title: t("assets.packageSource"),
    width: "minmax(130px, 2fr)",
    sortable: true,
    wide: true,
    cell: ({ source, sourceVersion }) => `${source} ${sourceVersion}`,
  },
];

/** What is installed on a host, as its agent last told. */
export function AssetPackages({ assetId }: { assetId: string }) {
  const tenant = useTenant();
  const [{ q }] = useFilters();
  return (
    <Stack gap="md">
      <FilterBar search={t("assets.packagesSearch")} />
      <DataTable
        operation="listAssetPackages"
        args={{ path: { id: assetId }, query: { q } }}
        columns={columns}
        label={t("assets.tab.packages")}
        defaultSort="name"
        nameOf={({ name }) => name}
        live="assets"
        empty={
          <Empty
            title={t("assets.packagesNone")}
            hint={t("assets.packagesNoneHint")}
            action={
              tenant.companyIds === null && (
                <Button component={Link} to={paths.agents(tenant.name)}>
                  {t("common.goTo", { page: t("nav.agents") })}
                </Button>
              )
            }
          />
        }
      />
    </Stack>
  );
}
