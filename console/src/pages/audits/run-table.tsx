import { Stack } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import type { AuditRunRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import type { ChoiceFilter } from "../../kit/filter-choice.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Time } from "../../kit/time.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { ScoreBar } from "./score-bar.tsx";

const columns: readonly Column<AuditRunRow>[] = [
  {
    name: "host",
    title: t("audits.host"),
    width: "minmax(130px, 1.5fr)",
    sortable: true,
    cell: ({ hostname }) => hostname,
  },
  {
    name: "bundle",
    title: t("audits.what"),
    width: "minmax(150px, 3fr)",
    sortable: true,
    wide: true,
    cell: ({ bundleName }) => <span title={bundleName}>{bundleName}</span>,
  },
  {
    name: "score",
    title: t("audits.runs.score"),
    width: "minmax(104px, 1fr)",
    sortable: true,
    cell: ({ scorePct }) => <ScoreBar score={scorePct} />,
  },
  {
    name: "failed",
    title: t("audits.runs.failed"),
    width: "90px",
    sortable: true,
    align: "end",
    cell: ({ failed }) => formatNumber(failed),
  },
  {
    name: "unknown",
    title: t("audits.runs.unknown"),
    width: "110px",
    align: "end",
    wide: true,
    cell: ({ unknown }) => formatNumber(unknown),
  },
  {
    name: "site",
    title: t("audits.runs.site"),
    width: "minmax(90px, 1fr)",
    wide: true,
    cell: ({ siteName }) => siteName,
  },
  {
    name: "source",
    title: t("audits.runs.source"),
    width: "100px",
    wide: true,
    cell: ({ source }) => t(`audits.runs.source.${source}`),
  },
  {
    name: "when",
    title: t("audits.runs.when"),
    width: "minmax(120px, 140px)",
    sortable: true,
    cell: ({ runAt }) => <Time at={runAt} />,
  },
];

/** What audits came to, host by host. */
export function RunTable({ onImport }: { onImport: () => void }) {
  const tenant = useTenant();
  const [{ q, bundle, site, audit, asset, source, newest }] = useFilters();
  return (
    <Stack gap="md">
      <RunFilters />
      <DataTable
        operation="listAuditRunRows"
        args={{ query: { q, bundle, site, audit, asset, source, newest } }}
        columns={columns}
        label={t("audits.tab.runs")}
        defaultSort="-when"
        nameOf={({ hostname }) => hostname}
        hrefOf={({ id }) => paths.auditRun(tenant.name, id)}
        live="audit_jobs"
        empty={
          <Empty
            title={t("audits.runs.empty")}
            hint={t("audits.runs.emptyHint")}
            action={
              <GuardedButton need="operate" onClick={onImport}>
                {t("audits.import")}
              </GuardedButton>
            }
          />
        }
      />
    </Stack>
  );
}

function RunFilters() {
  const choices = useApi("chooseAuditRuns", {});
  const { bundles = [], sites = [], audits = [] } = choices.data ?? {};
  const optionsOf = (items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => ({ value: id, label: name }));
  const filters: ChoiceFilter[] = [
    {
      name: "newest",
      label: t("audits.runs.newest"),
      single: true,
      options: [{ value: "yes", label: t("audits.runs.newestYes") }],
    },
    { name: "bundle", label: t("audits.runs.bundle"), options: optionsOf(bundles) },
    { name: "site", label: t("audits.runs.site"), options: optionsOf(sites) },
    { name: "audit", label: t("audits.runs.audit"), options: optionsOf(audits) },
    {
      name: "source",
      label: t("audits.runs.source"),
      single: true,
      options: (["agent", "import"] as const).map((value) => ({
        value,
        label: t(`audits.runs.source.${value}`),
      })),
    },
  ];
  return (
    <FilterBar
      search={t("audits.runs.search")}
      filters={filters.filter(({ options }) => options.length > 0)}
    />
  );
}
