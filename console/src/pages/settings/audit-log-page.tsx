import { Anchor, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import type { AuditLogRow } from "../../api/operations.generated.ts";
import { useFilters } from "../../app/use-filters.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Empty } from "../../kit/empty.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { Page } from "../../kit/page.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { AuditLogEntry } from "./audit-log-entry.tsx";
import { actionWords, changedFields } from "./audit-log-words.ts";

/** Settings → Audit log. */
export function AuditLogPage() {
  const [filters, change] = useFilters();
  const choices = useApi("listAuditLogChoices", {});
  const [entry, setEntry] = useState<AuditLogRow>();
  const { q, action, actor, since, before, subject } = filters;
  return (
    <Page title={t("auditLog.title")} lead={t("auditLog.lead")}>
      <FilterBar
        search={t("auditLog.search")}
        filters={[
          {
            name: "actor",
            label: t("auditLog.who"),
            options: (choices.data?.actors ?? []).map(({ id, name }) => ({
              value: id,
              label: name,
            })),
          },
          {
            name: "action",
            label: t("auditLog.what"),
            options: (choices.data?.actions ?? []).map((value) => ({
              value,
              label: actionWords(value),
            })),
          },
        ]}
      >
        <Group gap="xs">
          <DayField
            label={t("auditLog.since")}
            short={t("auditLog.sinceShort")}
            value={since}
            onChange={(day) => change({ since: day })}
          />
          <DayField
            label={t("auditLog.before")}
            short={t("auditLog.beforeShort")}
            value={before}
            onChange={(day) => change({ before: day })}
          />
        </Group>
      </FilterBar>
      <DataTable
        operation="listAuditLog"
        args={{
          query: { q, action, actor, subject, from: startOf(since, 0), until: startOf(before, 1) },
        }}
        columns={columnsOf(setEntry)}
        label={t("auditLog.title")}
        defaultSort="-at"
        nameOf={({ action: done }) => actionWords(done)}
        empty={<Empty title={t("auditLog.empty")} hint={t("auditLog.emptyHint")} />}
      />
      {entry !== undefined && <AuditLogEntry entry={entry} onClose={() => setEntry(undefined)} />}
    </Page>
  );
}

function DayField({
  label,
  short,
  value,
  onChange,
}: {
  label: string;
  /** The same in one word, in the field. */
  short: string;
  value: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={
        <Text size="sm" c="dimmed" aria-hidden>
          {short}
        </Text>
      }
      leftSectionWidth={56}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** When a day begins in the viewer's zone, or the one after it. */
function startOf(day: string | undefined, later: number): string | undefined {
  const [year, month, date] = (day ?? "").split("-").map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const at = new Date(year, month - 1, date + later).getTime();
  return at >= 0 ? String(at) : undefined;
}

function columnsOf(onOpen: (entry: AuditLogRow) => void): Column<AuditLogRow>[] {
  return [
    {
      name: "at",
      title: t("auditLog.when"),
      width: "minmax(110px, 150px)",
      sortable: true,
      cell: ({ at }) => <Time at={at} />,
    },
    {
      name: "actorName",
      title: t("auditLog.who"),
      width: "minmax(80px, 1fr)",
      cell: ({ actorName }) => actorName,
    },
    {
      name: "action",
      title: t("auditLog.what"),
      width: "minmax(140px, 1.4fr)",
      cell: (entry) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          truncate="end"
          maw="100%"
          ta="start"
          title={actionWords(entry.action)}
          onClick={() => onOpen(entry)}
        >
          {actionWords(entry.action)}
        </Anchor>
      ),
    },
    {
      name: "subject",
      title: t("auditLog.subject"),
      width: "minmax(100px, 1.4fr)",
      wide: true,
      cell: ({ subjectName, subjectId }) => subjectName ?? subjectId,
    },
    {
      name: "detail",
      title: t("auditLog.changes"),
      width: "minmax(120px, 2fr)",
      wide: true,
      cell: ({ detail }) => summaryOf(detail),
    },
  ];
}

/** The first things that changed; the whole is one click away. */
function summaryOf(detail: AuditLogRow["detail"]): string {
  return changedFields(detail)
    .filter(({ field, from }) => from !== null || field !== "name")
    .slice(0, 3)
    .map(({ field, from, to }) => (from === null ? `${field}: ${to}` : `${field}: ${from} → ${to}`))
    .join("; ");
}
