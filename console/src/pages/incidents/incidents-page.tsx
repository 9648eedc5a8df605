import { Button, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { IncidentRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Duration } from "../../kit/duration.tsx";
import { Empty } from "../../kit/empty.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Page } from "../../kit/page.tsx";
import { Time } from "../../kit/time.tsx";
import { plural, t } from "../../text/text.ts";
import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";
import { IncidentFilters, incidentQuery } from "./incident-filters.tsx";
import { IncidentState, subjectOf } from "./incident-state.tsx";

const columns: readonly Column<IncidentRow>[] = [
  {
    name: "name",
    title: t("incidents.what"),
    width: "minmax(140px, 2fr)",
    sortable: true,
    cell: subjectOf,
  },
  {
    name: "state",
    title: t("incidents.state"),
    width: "minmax(104px, 190px)",
    sortable: true,
    cell: (incident) => <IncidentState incident={incident} />,
  },
  {
    name: "cause",
    title: t("incidents.cause"),
    width: "minmax(140px, 3fr)",
    wide: true,
    cell: ({ cause }) => <span title={cause}>{cause}</span>,
  },
  {
    name: "opened",
    title: t("incidents.opened"),
    width: "minmax(92px, 120px)",
    sortable: true,
    cell: ({ openedAt }) => <Time at={openedAt} />,
  },
  {
    name: "duration",
    title: t("incidents.duration"),
    width: "minmax(104px, 120px)",
    sortable: true,
    wide: true,
    cell: ({ openedAt, closedAt }) => <Duration from={openedAt} to={closedAt} />,
  },
  {
    name: "acknowledgedBy",
    title: t("incidents.acknowledgedBy"),
    width: "minmax(124px, 1fr)",
    wide: true,
    cell: ({ acknowledgedBy }) => acknowledgedBy,
  },
  {
    name: "company",
    title: t("incidents.company"),
    width: "minmax(100px, 1fr)",
    sortable: true,
    wide: true,
    cell: ({ companyName }) => companyName,
  },
];

/** All incidents, the open ones first. */
export function IncidentsPage() {
  const { name } = useTenant();
  const [filters] = useFilters();
  // What the page was opened with: a list that moves by itself cannot be read.
  const [openedAt] = useState(() => Date.now());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [acknowledging, setAcknowledging] = useState(false);
  return (
    <Page
      title={t("incidents.title")}
      lead={t("incidents.lead")}
      actions={
        <>
          <GuardedButton
            need="operate"
            disabled={selected.size === 0}
            onClick={() => setAcknowledging(true)}
          >
            {t("incidents.acknowledge")}
          </GuardedButton>
          <Text size="sm" role="status">
            {selected.size > 0 && plural("common.selected", selected.size)}
          </Text>
        </>
      }
    >
      <IncidentFilters />
      <DataTable
        operation="listIncidentRows"
        args={{ query: incidentQuery(filters, openedAt) }}
        columns={columns}
        label={t("incidents.title")}
        defaultSort="-state"
        nameOf={subjectOf}
        hrefOf={({ id }) => paths.incident(name, id)}
        live="incidents"
        selection={{ selected, onChange: setSelected }}
        empty={
          <Empty
            title={t("incidents.empty")}
            hint={t("incidents.emptyHint")}
            action={
              <Button component={Link} to={paths.sensors(name)}>
                {t("incidents.toSensors")}
              </Button>
            }
          />
        }
      />
      {acknowledging && (
        <AcknowledgeDialog
          ids={[...selected]}
          onClose={(done) => {
            setAcknowledging(false);
            if (done) setSelected(new Set());
          }}
        />
      )}
    </Page>
  );
}
