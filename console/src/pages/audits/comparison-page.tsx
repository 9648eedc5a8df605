import { Alert, Button, Select, Stack, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconArrowLeft } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import type { AuditComparison, AuditRunPage } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Empty } from "../../kit/empty.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { formatExact } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";
import { RuleResult } from "./rule-result.tsx";
import { formatScore } from "./score.ts";

/** What changed on a host from an earlier run, which is in the address (`with`), to this one. */
export function ComparisonPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const run = useApi("readAuditRun", { path: { id } });
  return <Loaded query={run}>{(data) => <Shown page={data} />}</Loaded>;
}

/** How many runs of the host are offered. */
const offered = 200;

function Shown({ page: { run } }: { page: AuditRunPage }) {
  const tenant = useTenant();
  const [filters, change] = useFilters();
  const others = useApi("listAuditRunRows", {
    query: {
      ...(run.assetId === undefined ? { q: run.hostname } : { asset: run.assetId }),
      sort: "-when",
      limit: offered,
    },
  });
  const choices = (others.data?.items ?? []).filter(({ id }) => id !== run.id);
  // Unless told: the last one before this one of the same rules, as that is mostly what is asked for.
  const usual = choices.find(
    ({ runAt, bundleId, profileTitle }) =>
      runAt <= run.runAt &&
      bundleId === run.bundleId &&
      (profileTitle ?? undefined) === run.profileTitle,
  );
  const before = filters["with"] ?? usual?.id;
  // A shared address may name one of another host.
  const isElsewhere = before !== undefined && !choices.some(({ id }) => id === before);
  const elsewhere = useApi(
    "readAuditRun",
    { path: { id: before ?? "" } },
    { enabled: isElsewhere && others.data !== undefined },
  );
  const options = [
    ...(isElsewhere && elsewhere.data !== undefined ? [optionOf(elsewhere.data.run)] : []),
    ...choices.map(optionOf),
  ];
  return (
    <Page
      title={t("audits.comparison.title", { host: run.hostname })}
      lead={t("audits.comparison.lead")}
      actions={
        <Button
          component={Link}
          to={paths.auditRun(tenant.name, run.id)}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t("audits.comparison.back")}
        </Button>
      }
    >
      <Loaded query={others}>
        {() =>
          options.length === 0 ? (
            <Empty title={t("audits.comparison.none")} hint={t("audits.comparison.noneHint")} />
          ) : (
            <Select
              label={t("audits.comparison.with")}
              description={t("audits.comparison.choose")}
              maw={640}
              data={options}
              value={before ?? null}
              onChange={(value) => change({ with: value ?? "" })}
              searchable
              allowDeselect={false}
            />
          )
        }
      </Loaded>
      {before !== undefined && <Comparison after={run.id} before={before} />}
    </Page>
  );
}

function optionOf({
  id,
  hostname,
  runAt,
  scorePct,
  bundleName,
}: {
  id: string;
  hostname: string;
  runAt: number;
  scorePct?: number | null | undefined;
  bundleName: string;
}) {
  const words = [formatExact(runAt), hostname, formatScore(scorePct ?? null), bundleName];
  return { value: id, label: words.join(" · ") };
}

function Comparison({ after, before }: { after: string; before: string }) {
  const comparison = useApi("compareAuditRuns", { path: { id: after }, query: { with: before } });
  return <Loaded query={comparison}>{(data) => <Changes comparison={data} />}</Loaded>;
}

const kinds = ["worse", "better", "otherwise", "added", "gone"] as const;

function Changes({ comparison }: { comparison: AuditComparison }) {
  const { sameBenchmark, sameProfile, sameHost, unchanged, before, after } = comparison;
  const changed = kinds.filter((kind) => comparison[kind].length > 0);
  const warnings = [
    ...(sameHost ? [] : [t("audits.comparison.otherHost")]),
    ...(sameBenchmark ? [] : [t("audits.comparison.otherBenchmark")]),
    ...(sameBenchmark && !sameProfile ? [t("audits.comparison.otherProfile")] : []),
  ];
  return (
    <Stack gap="md">
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {warning}
        </Alert>
      ))}
      <Text role="status">
        {`${t("audits.score")}: ${formatScore(before.scorePct ?? null)} → ${formatScore(after.scorePct ?? null)}. `}
        {changed.length === 0 && `${t("audits.comparison.same")} `}
        {plural("audits.comparison.unchanged", unchanged)}
      </Text>
      {changed.map((kind) => (
        <Section
          key={kind}
          title={`${t(`audits.comparison.${kind}`)} (${formatNumber(comparison[kind].length)})`}
        >
          <ChangeTable label={t(`audits.comparison.${kind}`)} changes={comparison[kind]} />
        </Section>
      ))}
    </Stack>
  );
}

function ChangeTable({ label, changes }: { label: string; changes: AuditComparison["worse"] }) {
  return (
    <WideTable
      label={label}
      minWidth={640}
      maxHeight={480}
      heads={[
        t("audits.rule"),
        t("audits.rules.severity"),
        t("audits.comparison.before"),
        t("audits.comparison.after"),
      ]}
    >
      <Table.Tbody>
        {changes.map(({ id, shortId, title, severity, category, before, after }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Text size="sm">{title}</Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {shortId}
              </Text>
            </Table.Td>
            <Table.Td>{category ?? t(`audits.severity.${severity}`)}</Table.Td>
            <Table.Td>{before !== undefined && <RuleResult result={before} />}</Table.Td>
            <Table.Td>{after !== undefined && <RuleResult result={after} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
