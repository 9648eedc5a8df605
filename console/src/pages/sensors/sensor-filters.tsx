import { Button, Group } from "@mantine/core";
import type { SensorFacets } from "../../api/operations.generated.ts";
import { type Filters, useFilters } from "../../app/use-filters.ts";
import type { ChoiceFilter } from "../../kit/filter-choice.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { StateBadge } from "../../kit/state-badge.tsx";
import { formatNumber, t } from "../../text/text.ts";

/** What worries first. */
const statuses = ["down", "stale", "unknown", "maintenance", "up", "paused"] as const;
const types = ["icmp", "http", "tcp", "tls", "snmp"] as const;

/** How many sensors there are of each status; each narrows the table to it. */
export function StatusCounts({ facets }: { facets: SensorFacets }) {
  const [filters, change] = useFilters();
  const chosen = (filters["status"] ?? "").split(",").filter((word) => word !== "");
  const shown = statuses.flatMap((status) => {
    const count = facets.statuses.find(({ name }) => name === status)?.count ?? 0;
    return count === 0 && !chosen.includes(status) ? [] : [{ status, count }];
  });
  return (
    <Group gap="xs" role="group" aria-label={t("sensors.counts")}>
      {shown.map(({ status, count }) => {
        const isChosen = chosen.includes(status);
        const next = isChosen ? chosen.filter((word) => word !== status) : [...chosen, status];
        return (
          <Button
            key={status}
            size="compact-md"
            variant={isChosen ? "light" : "default"}
            aria-pressed={isChosen}
            aria-label={t("sensors.countOf", { status: t(`sensors.status.${status}`), count })}
            onClick={() => change({ status: next.join(",") })}
            rightSection={<strong>{formatNumber(count)}</strong>}
          >
            <StateBadge status={status} />
          </Button>
        );
      })}
    </Group>
  );
}

/** What narrows the table of sensors. Only what there is to choose from is offered. */
export function SensorFilters({ facets }: { facets: SensorFacets | undefined }) {
  const named = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }));
  const companies = named(facets?.companies);
  const collectors = named(facets?.collectors);
  const tags = (facets?.tags ?? []).map(({ name }) => ({ value: name, label: name }));
  const choices: ChoiceFilter[] = [
    {
      name: "type",
      label: t("sensors.type"),
      options: types.map((type) => ({ value: type, label: t(`sensors.type.${type}`) })),
    },
  ];
  if (companies.length > 0) {
    const none = { value: "none", label: t("sensors.noCompany") };
    choices.push({
      name: "company",
      label: t("sensors.company"),
      options: [...companies, none],
    });
  }
  if (collectors.length > 1) {
    choices.push({ name: "collector", label: t("sensors.collector"), options: collectors });
  }
  if (tags.length > 0) choices.push({ name: "tag", label: t("sensors.tags"), options: tags });
  return <FilterBar search={t("sensors.search")} filters={choices} />;
}

/** Of what stands in the address, that which narrows: the server knows it by the same names. */
export function sensorQuery({ q, status, type, company, collector, tag }: Filters) {
  return { q, status, type, company, collector, tag };
}
