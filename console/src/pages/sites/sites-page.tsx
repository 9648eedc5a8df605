import { Anchor, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import type { SiteRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { DeleteDeclaration } from "../../kit/delete-declaration.tsx";
import { Empty } from "../../kit/empty.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Page } from "../../kit/page.tsx";
import { RowMenu } from "../../kit/row-menu.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";
import { SiteDialog } from "./site-dialog.tsx";

type Doing = "new" | { site: SiteRow; deed: "change" | "delete" };

/** Exposure → Sites: where networks are. */
export function SitesPage() {
  const { name: tenant } = useTenant();
  const [{ q, company }] = useFilters();
  const companies = useApi("listCompanyNames", { query: { limit: 200 } });
  const [doing, setDoing] = useState<Doing>();
  const done = () => setDoing(undefined);
  const make = (
    <GuardedButton
      need="operate"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setDoing("new")}
    >
      {t("sites.new")}
    </GuardedButton>
  );
  const options = (companies.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Page title={t("sites.title")} lead={t("sites.lead")} actions={make}>
      <FilterBar
        search={t("sites.search")}
        filters={
          options.length === 0 ? [] : [{ name: "company", label: t("sites.company"), options }]
        }
      />
      <DataTable
        operation="listSiteRows"
        args={{ query: { q, company } }}
        columns={columnsOf(tenant, setDoing)}
        label={t("sites.title")}
        defaultSort="name"
        nameOf={({ name }) => name}
        live="declarations"
        empty={<Empty title={t("sites.empty")} hint={t("sites.emptyHint")} action={make} />}
      />
      {doing === "new" && <SiteDialog site={null} onClose={done} />}
      {typeof doing === "object" && doing.deed === "change" && (
        <SiteDialog site={doing.site} onClose={done} />
      )}
      {typeof doing === "object" && doing.deed === "delete" && (
        <DeleteDeclaration
          kind="Site"
          id={doing.site.id}
          name={doing.site.name}
          text={
            doing.site.assets > 0
              ? plural("sites.deleteHolds", doing.site.assets)
              : t("sites.deleteEmpty")
          }
          onClose={done}
        />
      )}
    </Page>
  );
}

function columnsOf(tenant: string, onChoose: (doing: Doing) => void): Column<SiteRow>[] {
  return [
    {
      name: "name",
      title: t("common.name"),
      width: "minmax(120px, 2fr)",
      sortable: true,
      cell: (site) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => onChoose({ site, deed: "change" })}
        >
          {site.name}
        </Anchor>
      ),
    },
    {
      name: "companyName",
      title: t("sites.company"),
      width: "minmax(100px, 1.5fr)",
      sortable: true,
      wide: true,
      cell: ({ companyName }) => companyName ?? t("common.none"),
    },
    {
      name: "subnets",
      title: t("sites.subnets"),
      width: "minmax(120px, 2fr)",
      wide: true,
      cell: ({ subnets }) => (subnets.length === 0 ? t("sites.anySubnet") : subnets.join(", ")),
    },
    {
      name: "timeZone",
      title: t("sites.zone"),
      width: "minmax(110px, 1fr)",
      sortable: true,
      wide: true,
      cell: ({ timeZone }) => timeZone,
    },
    {
      name: "assets",
      title: t("sites.assets"),
      width: "minmax(70px, 100px)",
      sortable: true,
      align: "end",
      cell: ({ id, assets }) =>
        assets === 0 ? (
          formatNumber(0)
        ) : (
          <Anchor component={Link} to={`${paths.assets(tenant)}?site=${id}`} size="sm">
            {formatNumber(assets)}
          </Anchor>
        ),
    },
    {
      name: "scans",
      title: t("sites.scans"),
      width: "minmax(70px, 100px)",
      align: "end",
      wide: true,
      cell: ({ scans }) => formatNumber(scans),
    },
    {
      name: "actions",
      title: t("common.actions"),
      width: "80px",
      cell: (site) => (
        <RowMenu need="operate" name={site.name}>
          <Menu.Item onClick={() => onChoose({ site, deed: "change" })}>
            {t("common.edit")}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => onChoose({ site, deed: "delete" })}>
            {t("common.delete")}
          </Menu.Item>
        </RowMenu>
      ),
    },
  ];
}
