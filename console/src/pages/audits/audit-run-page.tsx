import { Alert, Anchor, Button, Group, Menu, RingProgress, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconArrowsDiff, IconDownload } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { operationUrl } from "../../api/client.ts";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { AuditRunPage as Run } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Facts } from "../../kit/facts.tsx";
import { formatDuration } from "../../kit/format-duration.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";
import { RuleDrawer } from "./rule-drawer.tsx";
import { RuleList } from "./rule-list.tsx";
import { formatScore } from "./score.ts";
import { toneOfScore } from "./score-bar.tsx";

/** One run: what it came to, rule by rule. The rule that is looked at is in the address (`rule`). */
export function AuditRunPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const run = useApi("readAuditRun", { path: { id } });
  useLiveRefresh(["audit_jobs"], ["readAuditRun"]);
  return <Loaded query={run}>{(data) => <Shown page={data} />}</Loaded>;
}

function Shown({ page }: { page: Run }) {
  const { run, rules } = page;
  const tenant = useTenant();
  const [filters, change] = useFilters();
  const rule = rules.find(({ id }) => id === filters["rule"]);
  return (
    <Page
      title={run.hostname}
      lead={run.bundleName}
      actions={
        <>
          <Button
            component={Link}
            to={paths.auditComparison(tenant.name, run.id)}
            variant="default"
            leftSection={<IconArrowsDiff size={16} aria-hidden />}
          >
            {t("audits.compare")}
          </Button>
          <ExportMenu page={page} />
        </>
      }
    >
      {run.privileged === false && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t("audits.notPrivileged")}
        </Alert>
      )}
      <Score page={page} />
      <Section title={t("audits.facts")}>
        <RunFacts page={page} />
      </Section>
      <Section title={t("audits.rules")}>
        <RuleList rules={rules} onOpen={(ruleId) => change({ rule: ruleId })} />
      </Section>
      {rule !== undefined && (
        <RuleDrawer page={page} rule={rule} onClose={() => change({ rule: "" })} />
      )}
    </Page>
  );
}

const buckets = ["satisfied", "failed", "unknown", "notCheckable", "notApplicable"] as const;

/** The score, and the rules by what became of them: each narrows the list below. */
function Score({ page: { run, excepted, scoreWithExceptionsPct } }: { page: Run }) {
  const [filters, change] = useFilters();
  const { scorePct = null } = run;
  return (
    <Section title={t("audits.score")}>
      <Group gap="xl">
        <RingProgress
          size={112}
          thickness={11}
          roundCaps
          sections={
            scorePct === null ? [] : [{ value: scorePct, color: `var(--${toneOfScore(scorePct)})` }]
          }
          label={
            <Text ta="center" fw={700}>
              {formatScore(scorePct)}
            </Text>
          }
        />
        <Stack gap="xs" flex={1} miw={240}>
          <Group gap="xs">
            {buckets.map((bucket) => {
              const isChosen = filters["result"] === bucket;
              return (
                <Button
                  key={bucket}
                  size="compact-md"
                  variant={isChosen ? "filled" : "default"}
                  aria-pressed={isChosen}
                  onClick={() => change({ result: isChosen ? "" : bucket })}
                >
                  {formatNumber(run[bucket])} {t(`audits.bucket.${bucket}`)}
                </Button>
              );
            })}
          </Group>
          <Text size="sm" c="dimmed">
            {t("audits.scoreHint")}
          </Text>
          {excepted > 0 && scoreWithExceptionsPct !== null && (
            <Text size="sm">
              {plural("audits.scoreWithExceptions", excepted, { score: scoreWithExceptionsPct })}
            </Text>
          )}
        </Stack>
      </Group>
    </Section>
  );
}

function RunFacts({ page }: { page: Run }) {
  const tenant = useTenant();
  const { run, startedAt, auditId, auditName, siteName } = page;
  const { nativeScore, nativeScoreMax } = run;
  return (
    <Facts
      facts={[
        [t("audits.fact.ended"), <Time key="ended" at={run.runAt} exact />],
        [t("audits.fact.took"), startedAt === null ? null : formatDuration(run.runAt - startedAt)],
        [t("audits.fact.bundle"), run.bundleName],
        [t("audits.fact.version"), run.benchmarkVersion],
        [
          t("audits.host"),
          run.assetId === undefined ? (
            run.hostname
          ) : (
            <Anchor
              key="asset"
              component={Link}
              to={paths.asset(tenant.name, run.assetId)}
              size="sm"
            >
              {run.hostname}
            </Anchor>
          ),
        ],
        [t("audits.fact.site"), siteName],
        [
          t("audits.fact.audit"),
          auditId === null ? null : (
            <Anchor
              key="audit"
              component={Link}
              to={`${paths.audits(tenant.name)}?of=${auditId}`}
              size="sm"
            >
              {auditName}
            </Anchor>
          ),
        ],
        [
          t("audits.fact.source"),
          t(run.source === "agent" ? "audits.fact.fromAgent" : "audits.fact.imported"),
        ],
        [t("audits.fact.engine"), run.engine],
        [
          t("audits.nativeScore"),
          nativeScore === undefined
            ? null
            : t("audits.nativeScoreOf", {
                value: Math.round(nativeScore * 10) / 10,
                maximum: nativeScoreMax ?? 100,
              }),
        ],
      ]}
    />
  );
}

function ExportMenu({ page: { run, hasArf } }: { page: Run }) {
  const tenant = useTenant();
  const formats = ["csv", "json", "cklb", ...(hasArf ? (["arf"] as const) : [])] as const;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t("audits.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={operationUrl("exportAuditRun", {
              path: { tenantId: tenant.id, id: run.id },
              query: { format },
            })}
            download
          >
            {t(`audits.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
