import { Badge, Code, Group } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { ScanDetail } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { DeleteDeclaration } from "../../kit/delete-declaration.tsx";
import { Facts } from "../../kit/facts.tsx";
import { formatExactIn } from "../../kit/format-exact-in.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { scheduleWords } from "../../kit/schedule-words.ts";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { RunScanButton } from "./run-scan-button.tsx";
import { RunState } from "./run-state.tsx";
import { RunTable } from "./run-table.tsx";
import { ScanDialog } from "./scan-dialog.tsx";

/** One scan: what it was told, when it is due, and all its runs. */
export function ScanPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const scan = useApi("getScan", { path: { id } });
  useLiveRefresh(["scan_runs"], ["getScan"]);
  return <Loaded query={scan}>{(data) => <Shown key={data.id} scan={data} />}</Loaded>;
}

function Shown({ scan }: { scan: ScanDetail }) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  return (
    <Page
      title={scan.name}
      lead={t("scans.pageLead", { type: t(`scans.type.${scan.scanType}`), site: scan.siteName })}
      actions={
        <>
          <GuardedButton need="operate" variant="default" onClick={() => setDialog("delete")}>
            {t("common.delete")}
          </GuardedButton>
          <GuardedButton need="operate" variant="default" onClick={() => setDialog("edit")}>
            {t("common.edit")}
          </GuardedButton>
          <RunScanButton scan={scan} />
        </>
      }
    >
      <Section title={t("scans.facts")}>
        <ScanFacts scan={scan} />
      </Section>
      <Section title={t("scans.runs")}>
        <RunTable scanId={scan.id} />
      </Section>
      {dialog === "edit" && <ScanDialog id={scan.id} onClose={() => setDialog(null)} />}
      {dialog === "delete" && (
        <DeleteDeclaration
          kind="Scan"
          id={scan.id}
          name={scan.name}
          text={t("scans.deleteText")}
          onDeleted={() => navigate({ to: paths.scans(tenant.name) })}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}

function ScanFacts({ scan }: { scan: ScanDetail }) {
  const { schedule, timezone, enabled, settings, targets, nextRuns, lastError, latestRun } = scan;
  const { tcpPorts, udpPorts, exclude, budget, includeFragile, allowNmap } = settings;
  const rate = (value: number | null) => value ?? t("scans.unlimited");
  return (
    <Facts
      facts={[
        [t("scans.lastOutcome"), <RunState key="state" run={latestRun} />],
        [t("scans.lastError"), lastError],
        [t("scans.lastRun"), <Time key="last" at={scan.lastRunAt} />],
        [
          t("scans.schedule"),
          schedule === null ? (
            t("schedule.kind.none")
          ) : (
            <Group key="schedule" gap="xs">
              <span title={schedule}>{`${scheduleWords(schedule)} (${timezone})`}</span>
              {!enabled && (
                <Badge color="gray" variant="light">
                  {t("scans.resting")}
                </Badge>
              )}
            </Group>
          ),
        ],
        [
          t("scans.nextRuns"),
          nextRuns.length === 0
            ? null
            : nextRuns.map((at) => <div key={at}>{formatExactIn(at, timezone)}</div>),
        ],
        [t("scans.site"), scan.siteName],
        [t("scans.probe"), scan.probeName],
        [t("scans.targets"), <Code key="targets">{targets.join(", ")}</Code>],
        [t("scans.exclude"), exclude.length === 0 ? null : exclude.join(", ")],
        [t("scans.ports"), scan.scanType === "discovery" ? null : tcpPorts],
        [t("scans.udpPorts"), udpPorts],
        [
          t("scans.budget"),
          t("scans.budgetText", {
            host: rate(budget.perHostPerSec),
            subnet: rate(budget.perSubnetPerSec),
            total: rate(budget.totalPerSec),
          }),
        ],
        [t("scans.nmap"), allowNmap ? t("scans.allowed") : null],
        [t("scans.includeFragile"), includeFragile ? t("scans.allowed") : null],
      ]}
    />
  );
}
