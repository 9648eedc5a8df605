import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useApi } from "../../api/hooks.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { type Filters, useFilters } from "../../app/use-filters.ts";
import { FilterBar } from "../../kit/filter-bar.tsx";
import type { ChoiceFilter } from "../../kit/filter-choice.tsx";
import { t } from "../../text/text.ts";

const spans = ["new1", "new7", "old7", "old30"] as const;
const dayMs = 86_400_000;

/** What narrows the table of assets. */
export function AssetFilters() {
  const facets = useApi("listAssetFacets", {});
  const [filters, change] = useFilters();
  const { deviceTypes = [], tags = [], sites = [], companies = [] } = facets.data ?? {};
  const wordsOf = (words: readonly string[]) => words.map((word) => ({ value: word, label: word }));
  const namesOf = (named: readonly { id: string; name: string }[]) =>
    named.map(({ id, name }) => ({ value: id, label: name }));
  const yesNo = (of: "agent" | "findings") =>
    (["yes", "no"] as const).map((value) => ({
      value,
      label: t(`assets.filter.${of}.${value}`),
    }));
  const choices: ChoiceFilter[] = [
    { name: "site", label: t("assets.site"), options: namesOf(sites) },
    { name: "company", label: t("assets.company"), options: namesOf(companies) },
    { name: "type", label: t("assets.type"), options: wordsOf(deviceTypes) },
    { name: "tag", label: t("assets.filter.tag"), options: wordsOf(tags) },
    { name: "agent", label: t("assets.agent"), single: true, options: yesNo("agent") },
    {
      name: "findings",
      label: t("assets.filter.findings"),
      single: true,
      options: yesNo("findings"),
    },
    {
      name: "seen",
      label: t("assets.filter.seen"),
      single: true,
      options: spans.map((value) => ({ value, label: t(`assets.filter.seen.${value}`) })),
    },
  ];
  const { port } = filters;
  return (
    <FilterBar
      search={t("assets.search")}
      filters={choices.filter(({ options }) => options.length > 0)}
    >
      {port !== undefined && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => change({ port: "" })}
        >
          {t("assets.filter.onlyPort", { port })}
        </Button>
      )}
    </FilterBar>
  );
}

/** What the server is asked, of what stands in the address. Times are cut to the minute, so that an answer is asked once. */
export function assetQuery(
  filters: Filters,
  now: number,
): Operations["listAssetRows"]["query"] & object {
  const { q, site, company, type, tag, agent, findings, port, seen = "" } = filters;
  const at = String(Math.floor(now / 60_000) * 60_000 - Number(seen.slice(3)) * dayMs);
  return {
    q,
    site,
    company,
    type,
    tag,
    agent,
    findings,
    port,
    from: seen.startsWith("new") ? at : undefined,
    to: seen.startsWith("old") ? at : undefined,
  };
}
