import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { type Filters, useFilters } from "../../app/use-filters.ts";
import { FilterBar } from "../../kit/filter-bar.tsx";
import type { ChoiceFilter } from "../../kit/filter-choice.tsx";
import { findingStatuses } from "../../kit/finding-status.tsx";
import { formatShare } from "../../kit/format-score.ts";
import { t } from "../../text/text.ts";

const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"] as const;
const ages = ["new1", "new7", "new30", "old30", "old90"] as const;

/** What narrows a table of findings. The usual ones stand there, the others open on demand. */
export function FindingFilters({ ofAsset = false }: { ofAsset?: boolean }) {
  const [filters, change] = useFilters();
  const facets = useApi("listAssetFacets", {}, { enabled: !ofAsset });
  const [isOpen, setIsOpen] = useState(false);
  const usual = usualFilters(filters);
  const rare = [
    ...rareFilters(),
    ...(ofAsset ? [] : placeFilters(facets.data?.sites ?? [], facets.data?.companies ?? [])),
  ];
  const isUsed = rare.some(({ name }) => (filters[name] ?? "") !== "");
  const { weakness, asset } = filters;
  return (
    <FilterBar
      search={t("findings.search")}
      filters={isOpen || isUsed ? [...usual, ...rare] : usual}
    >
      {weakness !== undefined && (
        <Only
          label={t("findings.filter.onlyWeakness", { weakness })}
          onClear={() => change({ weakness: "" })}
        />
      )}
      {asset !== undefined && (
        <Only label={t("findings.filter.onlyAsset")} onClear={() => change({ asset: "" })} />
      )}
      {!isUsed && (
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? "findings.filter.fewer" : "findings.filter.more")}
        </Button>
      )}
    </FilterBar>
  );
}

function Only({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <Button variant="light" rightSection={<IconX size={14} aria-hidden />} onClick={onClear}>
      {label}
    </Button>
  );
}

function usualFilters(filters: Filters): ChoiceFilter[] {
  return [
    {
      name: "severity",
      label: t("findings.severity"),
      options: severities.map((value) => ({ value, label: t(`findings.severity.${value}`) })),
    },
    {
      name: "status",
      label: t(filters["status"] === undefined ? "findings.filter.status" : "findings.status"),
      options: [
        ...findingStatuses.map((value) => ({ value, label: t(`findings.status.${value}`) })),
        { value: "any", label: t("findings.filter.anyStatus") },
      ],
    },
    {
      name: "kev",
      label: t("findings.filter.kev"),
      single: true,
      options: [
        { value: "yes", label: t("findings.filter.kev.yes") },
        { value: "no", label: t("findings.filter.kev.no") },
      ],
    },
  ];
}

function rareFilters(): ChoiceFilter[] {
  return [
    {
      name: "age",
      label: t("findings.filter.age"),
      single: true,
      options: ages.map((value) => ({ value, label: t(`findings.filter.age.${value}`) })),
    },
    {
      name: "epss",
      label: t("findings.filter.epss"),
      single: true,
      options: ["0.01", "0.1", "0.5"].map((value) => ({
        value,
        label: t("findings.filter.epss.above", { share: formatShare(Number(value)) }),
      })),
    },
    {
      name: "fix",
      label: t("findings.filter.fix"),
      single: true,
      options: [
        { value: "yes", label: t("findings.filter.fix.yes") },
        { value: "no", label: t("findings.filter.fix.no") },
      ],
    },
    {
      name: "kind",
      label: t("findings.filter.kind"),
      single: true,
      options: [
        { value: "cve", label: t("findings.filter.kind.cve") },
        { value: "check", label: t("findings.filter.kind.check") },
      ],
    },
    {
      name: "detector",
      label: t("findings.filter.detector"),
      options: (["scan", "agent", "import"] as const).map((value) => ({
        value,
        label: t(`findings.detector.${value}`),
      })),
    },
    {
      name: "confidence",
      label: t("findings.filter.confidence"),
      single: true,
      options: ["50", "80", "95"].map((value) => ({
        value,
        label: t("findings.filter.confidence.above", { percent: value }),
      })),
    },
  ];
}

type Named = { id: string; name: string };

function placeFilters(sites: readonly Named[], companies: readonly Named[]): ChoiceFilter[] {
  const optionsOf = (named: readonly Named[]) =>
    named.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { name: "site", label: t("findings.site"), options: optionsOf(sites) },
    { name: "company", label: t("findings.company"), options: optionsOf(companies) },
  ].filter(({ options }) => options.length > 0);
}

/** What the server is asked, of what stands in the address. */
export function findingQuery(filters: Filters): Operations["chooseFindings"]["query"] & object {
  const { q, severity, status, kev, age = "", epss, fix, kind, detector, confidence } = filters;
  const { site, company, asset, weakness } = filters;
  const days = age.slice(3);
  return {
    q,
    severity,
    status,
    kev,
    fix,
    kind,
    detector,
    site,
    company,
    asset,
    weakness,
    minEpss: epss,
    minConfidence: confidence,
    maxAgeDays: age.startsWith("new") ? days : undefined,
    minAgeDays: age.startsWith("old") ? days : undefined,
  };
}
