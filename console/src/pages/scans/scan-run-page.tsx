import { Alert, Anchor, Code } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { useAct, useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { ScanRunDetail } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Duration } from "../../kit/duration.tsx";
import { Facts } from "../../kit/facts.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { Time, formatExact } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { RunHosts } from "./run-hosts.tsx";
import { RunProgress } from "./run-progress.tsx";
import { RunFigures } from "./run-found.tsx";
import { RunState } from "./run-state.tsx";
import { askerOf } from "./run-table.tsx";

/** One run: live while it goes on, then what it found and what it left alone. */
export function ScanRunPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const run = useApi("getScanRun", { path: { id } });
  useLiveRefresh(["scan_runs"], ["getScanRun"]);
  return <Loaded query={run}>{(data) => <Shown key={data.id} run={data} />}</Loaded>;
}

function Shown({ run }: { run: ScanRunDetail }) {
  const tenant = useTenant();
  const stop = useAct("stopScanRun", { changes: ["getScanRun"], done: t("scans.isStopped") });
  const isOpen = run.state === "queued" || run.state === "running";
  return (
    <Page
      title={t("scans.runOf", { name: run.scanName })}
      lead={
        <Anchor component={Link} to={paths.scan(tenant.name, run.scanId)} size="sm">
          {t("scans.toScan")}
        </Anchor>
      }
      actions={
        isOpen && (
          <GuardedButton
            need="operate"
            color="red"
            variant="light"
            loading={stop.isPending}
            disabled={run.stopRequested}
            onClick={() => stop.mutate({ path: { id: run.id } })}
          >
            {run.stopRequested ? t("scans.state.stopping") : t("scans.stop")}
          </GuardedButton>
        )
      }
    >
      {isOpen && (
        <Section title={t("scans.progress")}>
          <RunProgress run={run} />
        </Section>
      )}
      {run.state === "failed" && (
        <Alert color="red" title={t("scans.failed")}>
          {run.error}
        </Alert>
      )}
      <RunFigures run={run} isOpen={isOpen} />
      <Section title={t("scans.facts")}>
        <Facts
          facts={[
            [t("scans.outcome"), <RunState key="state" run={run} />],
            [t("scans.why"), run.state === "failed" ? null : run.error],
            [t("scans.requestedBy"), askerOf(run.requestedBy)],
            [t("scans.askedFor"), formatExact(run.createdAt)],
            [
              t("scans.duration"),
              run.startedAt === null ? null : (
                <Duration key="duration" from={run.startedAt} to={run.finishedAt} />
              ),
            ],
            [
              t("scans.ended"),
              run.finishedAt === null ? null : <Time key="ended" at={run.finishedAt} />,
            ],
            [t("scans.type"), t(`scans.type.${run.scanType}`)],
            [t("scans.site"), run.siteName ?? t("scans.siteGone")],
            [t("scans.probe"), run.probe?.name ?? t("scans.probeGone")],
            [t("scans.targets"), <Code key="targets">{run.targets.join(", ")}</Code>],
            [t("scans.attempts"), run.attempts > 1 ? run.attempts : null],
          ]}
        />
      </Section>
      <Section title={t("scans.hosts")}>
        <RunHosts runId={run.id} isOpen={isOpen} />
      </Section>
    </Page>
  );
}
