import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useApi } from "../../api/hooks.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { type Filters, useFilters } from "../../app/use-filters.ts";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { findingStatuses } from "../../kit/finding-status.tsx";
import { t } from "../../text/text.ts";
import { categories, categoryName } from "./category-name.ts";

const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"] as const;
const ages = ["new1", "new7", "new30", "old30", "old90"] as const;

/** What narrows the table of identity findings. */
export function IdentityFilters() {
  const directories = useApi("listDirectoryRows", {});
  const [filters, change] = useFilters();
  const { rule } = filters;
  return (
    <FilterBar
      search={t("identity.search")}
      filters={[
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
          name: "directory",
          label: t("identity.directory"),
          options: (directories.data?.items ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
          })),
        },
        {
          name: "category",
          label: t("identity.category"),
          options: categories.map((value) => ({ value, label: categoryName(value) })),
        },
        {
          name: "age",
          label: t("findings.filter.age"),
          single: true,
          options: ages.map((value) => ({ value, label: t(`findings.filter.age.${value}`) })),
        },
      ]}
    >
      {rule !== undefined && rule !== "" && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          onClick={() => change({ rule: "" })}
        >
          {t("findings.filter.onlyWeakness", { weakness: rule })}
        </Button>
      )}
    </FilterBar>
  );
}

/** What the server is asked, of what stands in the address: what is to be done, unless another status is named. */
export function identityQuery(
  filters: Filters,
): NonNullable<Operations["listIdentityFindingRows"]["query"]> {
  const { q, severity, status, directory, category, rule, age } = filters;
  const chosen = (status ?? "").split(",").filter((each) => each !== "");
  const days = /^(new|old)(\d+)$/.exec(age ?? "");
  return {
    q,
    severity,
    directory,
    category,
    rule,
    ...(chosen.includes("any")
      ? {}
      : { status: chosen.length === 0 ? "open,in_progress" : chosen.join(",") }),
    ...(days?.[1] === "new" ? { maxAgeDays: days[2] } : {}),
    ...(days?.[1] === "old" ? { minAgeDays: days[2] } : {}),
  };
}
