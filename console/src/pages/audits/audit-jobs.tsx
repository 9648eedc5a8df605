import { Anchor, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AuditPage, AuditRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Bar } from "../../kit/bar.tsx";
import { Time, useNow } from "../../kit/time.tsx";
import { WorkMark } from "../../kit/work-mark.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { RunAuditButton } from "./run-audit-button.tsx";
import { formatScore, scoreOf } from "./score.ts";

type Job = AuditPage["jobs"][number];

/** The newest job of an audit on each host. */
export function AuditJobs({ audit, jobs }: { audit: AuditRow; jobs: readonly Job[] }) {
  return (
    <WideTable
      label={t("audits.byHost")}
      minWidth={560}
      heads={[
        t("audits.host"),
        t("audits.state"),
        t("audits.outcome"),
        t("audits.askedFor"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {jobs.map((job) => (
          <Table.Tr key={job.id}>
            <Table.Td>{job.agentName}</Table.Td>
            <Table.Td>
              <JobState job={job} />
            </Table.Td>
            <Table.Td>
              <Outcome job={job} />
            </Table.Td>
            <Table.Td>
              <Time at={job.createdAt} />
              <Text size="xs" c="dimmed">
                {job.requestedBy === "schedule" ? t("audits.bySchedule") : job.requestedBy}
              </Text>
            </Table.Td>
            <Table.Td>
              <RunAuditButton audit={audit} host={job.agentName} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function JobState({ job: { state, stopRequested } }: { job: Job }) {
  const isStopping = stopRequested && state === "running";
  return <WorkMark state={state}>{t(`audits.job.${isStopping ? "stopping" : state}`)}</WorkMark>;
}

/** An agent calls every minute; milliseconds. */
const silentAfterMs = 180_000;

function Outcome({ job }: { job: Job }) {
  const tenant = useTenant();
  const now = useNow();
  const { state, progress, counts, runId, error, agentName, agentSeenAt } = job;
  if (counts !== null && runId !== null) {
    const judged = counts.satisfied + counts.failed + counts.unknown;
    const score = formatScore(scoreOf(counts));
    return (
      <Anchor component={Link} to={paths.auditRun(tenant.name, runId)} size="sm">
        {t("audits.outcomeOf", { score, failed: counts.failed, judged })}
      </Anchor>
    );
  }
  if (state !== "queued" && state !== "running") return <Text size="sm">{error}</Text>;
  const isSilent = agentSeenAt === null || now - agentSeenAt > silentAfterMs;
  return (
    <Stack gap={4} miw={150}>
      {progress !== null && progress.total > 0 && (
        <>
          <Bar
            value={(100 * progress.done) / progress.total}
            aria-label={t("audits.progressOf", { host: agentName })}
          />
          <Text size="xs">
            {t("audits.progress", { done: progress.done, total: progress.total })}
          </Text>
        </>
      )}
      {isSilent && (
        <Text size="xs" c="dimmed">
          {t("audits.silent")} <Time at={agentSeenAt} />
        </Text>
      )}
    </Stack>
  );
}
