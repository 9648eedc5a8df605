import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useApi } from "../../api/hooks.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { type Filters, useFilters } from "../../app/use-filters.ts";
import { FilterBar } from "../../kit/filter-bar.tsx";
import type { ChoiceFilter } from "../../kit/filter-choice.tsx";
import { t } from "../../text/text.ts";

const spansMs = { "24h": 86_400_000, "7d": 7 * 86_400_000, "30d": 30 * 86_400_000 } as const;

/** What narrows the table of incidents. */
export function IncidentFilters() {
  const facets = useApi("countSensors", {});
  const [filters, change] = useFilters();
  const yesNo = [
    { value: "yes", label: t("incidents.filter.yes") },
    { value: "no", label: t("incidents.filter.no") },
  ];
  const companies = (facets.data?.companies ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  const tags = (facets.data?.tags ?? []).map(({ name }) => ({ value: name, label: name }));
  const choices: ChoiceFilter[] = [
    {
      name: "state",
      label: t("incidents.filter.state"),
      single: true,
      options: [
        { value: "open", label: t("incidents.isOpen") },
        { value: "closed", label: t("incidents.isClosed") },
      ],
    },
    {
      name: "acknowledged",
      label: t("incidents.filter.acknowledged"),
      single: true,
      options: yesNo,
    },
    {
      name: "kind",
      label: t("incidents.filter.kind"),
      single: true,
      options: [
        { value: "sensor", label: t("incidents.kind.sensor") },
        { value: "collector", label: t("incidents.kind.collector") },
      ],
    },
    { name: "flapping", label: t("incidents.filter.flapping"), single: true, options: yesNo },
    {
      name: "when",
      label: t("incidents.filter.when"),
      single: true,
      options: [
        { value: "24h", label: t("incidents.when.24h") },
        { value: "7d", label: t("incidents.when.7d") },
        { value: "30d", label: t("incidents.when.30d") },
      ],
    },
    ...(companies.length > 0
      ? [{ name: "company", label: t("incidents.filter.company"), options: companies }]
      : []),
    ...(tags.length > 0 ? [{ name: "tag", label: t("incidents.filter.tag"), options: tags }] : []),
  ];
  return (
    <FilterBar search={t("incidents.search")} filters={choices}>
      {filters["sensor"] !== undefined && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => change({ sensor: "" })}
        >
          {t("incidents.filter.onlyOne")}
        </Button>
      )}
    </FilterBar>
  );
}

/** What the server is asked, of what stands in the address. Times are cut to the minute, so that an answer is asked once. */
export function incidentQuery(
  filters: Filters,
  now: number,
): Operations["listIncidentRows"]["query"] {
  const { q, state, acknowledged, kind, flapping, company, tag, sensor, when } = filters;
  const span = Object.entries(spansMs).find(([name]) => name === when)?.[1];
  const minute = Math.floor(now / 60_000) * 60_000;
  return {
    q,
    state,
    acknowledged,
    kind,
    flapping,
    company,
    tag,
    sensor,
    from: span === undefined ? undefined : String(minute - span),
  };
}
