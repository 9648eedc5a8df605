import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { AgentRow } from "../../api/operations.generated.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { Time } from "../../kit/time.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { type AgentDeed, AgentMenu } from "./agent-menu.tsx";
import { AgentDeedDialog } from "./agent-deeds.tsx";
import { PartState } from "./part-state.tsx";

const statuses = ["online", "silent", "revoked"] as const;

/** All agents, with what can be done about each. */
export function AgentTable({ newToken }: { newToken: ReactNode }) {
  const [{ q, status }] = useFilters();
  const [doing, setDoing] = useState<{ agent: AgentRow; deed: AgentDeed }>();
  return (
    <Stack gap="md">
      <FilterBar
        search={t("agents.search")}
        filters={[
          {
            name: "status",
            label: t("parts.state"),
            options: statuses.map((value) => ({ value, label: t(`parts.state.${value}`) })),
          },
        ]}
      />
      <DataTable
        operation="listAgentRows"
        args={{ query: { q, status } }}
        columns={[
          ...columns,
          {
            name: "actions",
            title: t("common.actions"),
            width: "84px",
            cell: (agent) => (
              <AgentMenu agent={agent} onChoose={(deed) => setDoing({ agent, deed })} />
            ),
          },
        ]}
        label={t("agents.title")}
        defaultSort="name"
        nameOf={({ name }) => name}
        live="agents"
        empty={<Empty title={t("agents.empty")} hint={t("agents.emptyHint")} action={newToken} />}
      />
      {doing !== undefined && <AgentDeedDialog {...doing} onClose={() => setDoing(undefined)} />}
    </Stack>
  );
}

const columns: readonly Column<AgentRow>[] = [
  {
    name: "name",
    title: t("common.name"),
    width: "minmax(130px, 1.5fr)",
    sortable: true,
    cell: ({ name, hostname }) => <span title={hostname}>{name}</span>,
  },
  {
    name: "status",
    title: t("parts.state"),
    width: "minmax(110px, 130px)",
    cell: ({ status }) => <PartState status={status} />,
  },
  {
    name: "lastSeenAt",
    title: t("parts.lastSeen"),
    width: "minmax(128px, 150px)",
    sortable: true,
    wide: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
  {
    name: "os",
    title: t("agents.os"),
    width: "minmax(120px, 1.5fr)",
    sortable: true,
    wide: true,
    cell: ({ os }) => <span title={os ?? undefined}>{os ?? t("agents.noInventory")}</span>,
  },
  {
    name: "packages",
    title: t("agents.packages"),
    width: "100px",
    sortable: true,
    align: "end",
    wide: true,
    cell: ({ packages }) => formatNumber(packages),
  },
  {
    name: "coverage",
    title: t("agents.coverage"),
    width: "minmax(90px, 120px)",
    align: "end",
    wide: true,
    cell: ({ coverage, packages }) => coverageOf(coverage, packages),
  },
  {
    name: "site",
    title: t("agents.site"),
    width: "minmax(90px, 1fr)",
    sortable: true,
    wide: true,
    cell: ({ site }) => site,
  },
  {
    name: "tags",
    title: t("agents.tags"),
    width: "minmax(90px, 1fr)",
    wide: true,
    cell: ({ tags }) => <span title={tags.join(", ")}>{tags.join(", ")}</span>,
  },
  {
    name: "version",
    title: t("parts.version"),
    width: "84px",
    sortable: true,
    wide: true,
    cell: ({ version }) => version,
  },
];

/** How many of the packages could be judged. */
function coverageOf(coverage: AgentRow["coverage"], packages: number): string | null {
  if (coverage === null || packages === 0) return null;
  return `${Math.floor((coverage.judged * 100) / packages)} %`;
}
