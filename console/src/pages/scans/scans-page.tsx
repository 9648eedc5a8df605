import { Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { ScanRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Page } from "../../kit/page.tsx";
import { scheduleWords } from "../../kit/schedule-words.ts";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { FirstScanDialog } from "./first-scan-dialog.tsx";
import { RunScanButton } from "./run-scan-button.tsx";
import { RunState } from "./run-state.tsx";
import { ScanDialog } from "./scan-dialog.tsx";

const states = ["running", "queued", "completed", "failed", "stopped", "never"] as const;
const types = ["full", "ports", "discovery"] as const;

const columns: readonly Column<ScanRow>[] = [
  {
    name: "name",
    title: t("common.name"),
    width: "minmax(150px, 2fr)",
    sortable: true,
    cell: ({ name }) => name,
  },
  {
    name: "site",
    title: t("scans.site"),
    width: "minmax(90px, 1fr)",
    sortable: true,
    wide: true,
    cell: ({ siteName }) => siteName,
  },
  {
    name: "type",
    title: t("scans.type"),
    width: "minmax(88px, 110px)",
    sortable: true,
    wide: true,
    cell: ({ scanType }) => t(`scans.type.${scanType}`),
  },
  {
    name: "targets",
    title: t("scans.targets"),
    width: "minmax(120px, 2fr)",
    wide: true,
    cell: ({ targets }) => <span title={targets.join(", ")}>{targets.join(", ")}</span>,
  },
  {
    name: "schedule",
    title: t("scans.schedule"),
    width: "minmax(150px, 1.6fr)",
    wide: true,
    cell: scheduleOf,
  },
  {
    name: "state",
    title: t("scans.lastOutcome"),
    width: "minmax(146px, 170px)",
    cell: ({ latestRun }) => <RunState run={latestRun} />,
  },
  {
    name: "nextRunAt",
    title: t("scans.nextRun"),
    width: "minmax(100px, 140px)",
    sortable: true,
    wide: true,
    cell: ({ nextRunAt }) => <Time at={nextRunAt} never={t("scans.notDue")} />,
  },
  {
    name: "actions",
    title: t("common.actions"),
    width: "86px",
    cell: (scan) => <RunScanButton scan={scan} compact />,
  },
];

/** What is looked at, when, and what came of it last. */
export function ScansPage() {
  const tenant = useTenant();
  const [{ q, state, type, begin }, setFilters] = useFilters();
  const [dialog, setDialog] = useState<"first" | "new" | null>(begin === "first" ? "first" : null);
  const closeFirst = () => {
    setDialog(null);
    if (begin !== undefined) setFilters({ begin: undefined });
  };
  return (
    <Page
      title={t("scans.title")}
      lead={t("scans.lead")}
      actions={
        <Group gap="xs">
          <GuardedButton need="operate" variant="default" onClick={() => setDialog("first")}>
            {t("scans.scanNetwork")}
          </GuardedButton>
          <GuardedButton
            need="operate"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setDialog("new")}
          >
            {t("scans.new")}
          </GuardedButton>
        </Group>
      }
    >
      <FilterBar
        search={t("scans.search")}
        filters={[
          {
            name: "state",
            label: t("scans.lastOutcome"),
            options: states.map((value) => ({ value, label: t(`scans.state.${value}`) })),
          },
          {
            name: "type",
            label: t("scans.type"),
            options: types.map((value) => ({ value, label: t(`scans.type.${value}`) })),
          },
        ]}
      />
      <DataTable
        operation="listScanRows"
        args={{ query: { q, state, type } }}
        columns={columns}
        label={t("scans.title")}
        defaultSort="name"
        nameOf={({ name }) => name}
        hrefOf={({ id }) => paths.scan(tenant.name, id)}
        live="scan_runs"
        empty={
          <Empty
            title={t("scans.empty")}
            hint={t("scans.emptyHint")}
            action={
              <GuardedButton need="operate" onClick={() => setDialog("first")}>
                {t("scans.scanNetwork")}
              </GuardedButton>
            }
          />
        }
      />
      {dialog === "first" && <FirstScanDialog onClose={closeFirst} />}
      {dialog === "new" && <ScanDialog onClose={() => setDialog(null)} />}
    </Page>
  );
}

function scheduleOf({ schedule, enabled }: ScanRow): string {
  if (schedule === null) return t("schedule.kind.none");
  return enabled
    ? scheduleWords(schedule)
    : t("scans.rests", { schedule: scheduleWords(schedule) });
}
