import { Text, UnstyledButton } from "@mantine/core";
import { IconUserShield } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { AuditRunPage } from "../../api/operations.generated.ts";
import { type Filters, useFilters } from "../../app/use-filters.ts";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";
import { RuleResult } from "./rule-result.tsx";
import styles from "./rule-list.module.css";

export type Rule = AuditRunPage["rules"][number];

const buckets = ["failed", "unknown", "satisfied", "notCheckable", "notApplicable"] as const;
const severities = ["high", "medium", "low", "info", "unknown"] as const;
const rowHeight = 52;

/** The rules of a run, a thousand and more: what fails first, the gravest first. Filters are in the address. */
export function RuleList({
  rules,
  onOpen,
}: {
  rules: readonly Rule[];
  onOpen: (ruleId: string) => void;
}) {
  const [filters] = useFilters();
  const viewport = useRef<HTMLDivElement>(null);
  const shown = rules.filter((rule) => matches(rule, filters)).toSorted(byGravity);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  return (
    <>
      <FilterBar
        search={t("audits.rules.search")}
        filters={[
          {
            name: "result",
            label: t("audits.rules.result"),
            options: buckets.map((value) => ({ value, label: t(`audits.bucket.${value}`) })),
          },
          {
            name: "severity",
            label: t("audits.rules.severity"),
            options: severities.map((value) => ({ value, label: t(`audits.severity.${value}`) })),
          },
          {
            name: "excepted",
            label: t("audits.rules.excepted"),
            single: true,
            options: [
              { value: "yes", label: t("audits.rules.exceptedYes") },
              { value: "no", label: t("audits.rules.exceptedNo") },
            ],
          },
        ]}
      />
      <Text size="xs" c="dimmed" role="status">
        {shown.length === 0
          ? t("audits.run.notFoundRules")
          : plural("audits.rules.shown", shown.length, { total: formatNumber(rules.length) })}
      </Text>
      <div ref={viewport} className={styles["viewport"]} tabIndex={-1}>
        <ul
          className={styles["list"]}
          aria-label={t("audits.rules")}
          style={{ height: rows.getTotalSize() }}
        >
          {rows.getVirtualItems().map(({ index, start }) => {
            const rule = shown[index];
            if (rule === undefined) return null;
            return (
              <li
                key={`${rule.id} ${index}`}
                className={styles["item"]}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
              >
                <UnstyledButton className={styles["rule"] ?? ""} onClick={() => onOpen(rule.id)}>
                  <RuleResult result={rule.result} />
                  <span className={styles["severity"]}>
                    {rule.category ?? t(`audits.severity.${rule.severity}`)}
                  </span>
                  <span className={styles["title"]}>
                    {rule.title}
                    <span className={styles["id"]}>{rule.version ?? rule.shortId}</span>
                  </span>
                  {rule.excepted !== null && (
                    <span className={styles["excepted"]}>
                      <IconUserShield size={15} aria-hidden /> {t("audits.excepted")}
                    </span>
                  )}
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

function matches(
  { bucket, severity, excepted, title, shortId, version, group }: Rule,
  filters: Filters,
) {
  const among = (name: string, value: string) => {
    const wanted = filters[name] ?? "";
    return wanted === "" || wanted.split(",").includes(value);
  };
  const text = (filters["q"] ?? "").toLowerCase();
  return (
    among("result", bucket) &&
    among("severity", severity) &&
    among("excepted", excepted === null ? "no" : "yes") &&
    [title, shortId, version ?? "", group ?? ""].some((each) => each.toLowerCase().includes(text))
  );
}

function byGravity(a: Rule, b: Rule): number {
  return (
    buckets.indexOf(a.bucket) - buckets.indexOf(b.bucket) ||
    severities.indexOf(a.severity) - severities.indexOf(b.severity)
  );
}
