import { Anchor, Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CompanyRow } from "../../api/operations.generated.ts";
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
import { Time } from "../../kit/time.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";
import { CompanyDialog } from "./company-dialog.tsx";

type Doing = "new" | { company: CompanyRow; deed: "rename" | "delete" };

/** Settings → Companies. */
export function CompaniesPage() {
  const { name: tenant } = useTenant();
  const [{ q }] = useFilters();
  const [doing, setDoing] = useState<Doing>();
  const done = () => setDoing(undefined);
  const make = (
    <GuardedButton
      need="administer"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setDoing("new")}
    >
      {t("companies.new")}
    </GuardedButton>
  );
  return (
    <Page title={t("companies.title")} lead={t("companies.lead")} actions={make}>
      <FilterBar search={t("companies.search")} />
      <DataTable
        operation="listCompanyRows"
        args={{ query: { q } }}
        columns={columnsOf(tenant, setDoing)}
        label={t("companies.title")}
        defaultSort="name"
        nameOf={({ name }) => name}
        live="declarations"
        empty={<Empty title={t("companies.empty")} hint={t("companies.emptyHint")} action={make} />}
      />
      {doing === "new" && <CompanyDialog company={null} onClose={done} />}
      {typeof doing === "object" && doing.deed === "rename" && (
        <CompanyDialog company={doing.company} onClose={done} />
      )}
      {typeof doing === "object" && doing.deed === "delete" && (
        <DeleteDeclaration
          kind="Company"
          id={doing.company.id}
          name={doing.company.name}
          text={contentsOf(doing.company)}
          onClose={done}
        />
      )}
    </Page>
  );
}

function columnsOf(tenant: string, onChoose: (doing: Doing) => void): Column<CompanyRow>[] {
  const count = (
    name: "sensors" | "sites" | "assets",
    href: (id: string) => string,
  ): Column<CompanyRow> => ({
    name,
    title: t(`companies.${name}`),
    width: "minmax(70px, 110px)",
    sortable: true,
    align: "end",
    wide: name !== "sensors",
    cell: (company) =>
      company[name] === 0 ? (
        formatNumber(0)
      ) : (
        <Anchor component={Link} to={href(company.id)} size="sm">
          {formatNumber(company[name])}
        </Anchor>
      ),
  });
  return [
    {
      name: "name",
      title: t("common.name"),
      width: "minmax(140px, 3fr)",
      sortable: true,
      cell: ({ name }) => name,
    },
    count("sensors", (id) => `${paths.sensors(tenant)}?company=${id}`),
    count("sites", (id) => `${paths.sites(tenant)}?company=${id}`),
    count("assets", (id) => `${paths.assets(tenant)}?company=${id}`),
    {
      name: "people",
      title: t("companies.people"),
      width: "minmax(80px, 130px)",
      align: "end",
      wide: true,
      cell: ({ people }) => formatNumber(people),
    },
    {
      name: "createdAt",
      title: t("companies.made"),
      width: "minmax(110px, 160px)",
      sortable: true,
      wide: true,
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      name: "actions",
      title: t("common.actions"),
      width: "80px",
      cell: (company) => (
        <RowMenu need="administer" name={company.name}>
          <Menu.Item onClick={() => onChoose({ company, deed: "rename" })}>
            {t("companies.rename")}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => onChoose({ company, deed: "delete" })}>
            {t("common.delete")}
          </Menu.Item>
        </RowMenu>
      ),
    },
  ];
}

/** What is still in it has to go first; of what only lies in it, nothing is lost. */
function contentsOf({ sensors, sites, probes, people, assets }: CompanyRow): string {
  const held = [
    ...(sensors > 0 ? [plural("companies.sensorCount", sensors)] : []),
    ...(sites > 0 ? [plural("companies.siteCount", sites)] : []),
    ...(probes > 0 ? [plural("companies.probeCount", probes)] : []),
    ...(people > 0 ? [plural("companies.peopleCount", people)] : []),
  ];
  if (held.length > 0) return t("companies.deleteHolds", { held: held.join(", ") });
  return assets > 0 ? plural("companies.deleteAssets", assets) : t("companies.deleteEmpty");
}
