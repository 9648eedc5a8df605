import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Page } from "../../kit/page.tsx";
import { t } from "../../text/text.ts";
import { useAssetColumns } from "./asset-columns.tsx";
import { AssetFilters, assetQuery } from "./asset-filters.tsx";

/** All hosts that are known. */
export function AssetsPage() {
  const { name } = useTenant();
  const [filters] = useFilters();
  const columns = useAssetColumns();
  // What the page was opened with: a list that moves by itself cannot be read.
  const [openedAt] = useState(() => Date.now());
  return (
    <Page title={t("assets.title")} lead={t("assets.lead")}>
      <AssetFilters />
      <DataTable
        operation="listAssetRows"
        args={{ query: assetQuery(filters, openedAt) }}
        columns={columns}
        label={t("assets.title")}
        defaultSort="-risk"
        nameOf={(asset) => asset.name}
        hrefOf={({ id }) => paths.asset(name, id)}
        live="assets"
        empty={
          <Empty
            title={t("assets.empty")}
            hint={t("assets.emptyHint")}
            action={
              <Button component={Link} to={paths.scans(name)}>
                {t("assets.toScans")}
              </Button>
            }
          />
        }
      />
    </Page>
  );
}
