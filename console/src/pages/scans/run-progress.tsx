import { Group, Stack, Text } from "@mantine/core";
import type { ScanRunDetail } from "../../api/operations.generated.ts";
import { Bar } from "../../kit/bar.tsx";
import { formatDuration } from "../../kit/format-duration.ts";
import { useNow } from "../../kit/time.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { paceOf } from "./run-figures.ts";

/** How far a run under way is, what it found so far, and how long it will still take. */
export function RunProgress({ run }: { run: ScanRunDetail }) {
  const now = useNow();
  const { progress, startedAt } = run;
  const { hostsPerMinute, leftMs } = paceOf(progress, startedAt, now);
  if (progress === null) {
    return (
      <Stack gap="xs">
        <Bar value={100} animated striped tone="status-quiet" aria-label={t("scans.progress")} />
        <Text size="sm" role="status">
          {run.state === "queued" ? <Waiting run={run} /> : t("scans.begins")}
        </Text>
      </Stack>
    );
  }
  const { phase, percent, hostsDone, hostsTotal, hostsUp, openPorts } = progress;
  return (
    <Stack gap="xs">
      <Bar value={percent} size="lg" aria-label={t("scans.progress")} />
      <Group gap="xs" style={{ columnGap: "var(--mantine-spacing-lg)" }}>
        <Text size="sm" fw={600} role="status">
          {`${Math.floor(percent)} % · ${t(`scans.phase.${phase}`)}`}
        </Text>
        <Text size="sm">{t("scans.hostsDone", { done: hostsDone, total: hostsTotal })}</Text>
        <Text size="sm">{t("scans.foundSoFar", { up: hostsUp, ports: openPorts })}</Text>
        {hostsPerMinute !== null && (
          <Text size="sm">{t("scans.rate", { count: formatNumber(hostsPerMinute) })}</Text>
        )}
        {leftMs !== null && (
          <Text size="sm">{t("scans.left", { time: formatDuration(roundedUp(leftMs)) })}</Text>
        )}
      </Group>
    </Stack>
  );
}

function Waiting({ run: { probe } }: { run: ScanRunDetail }) {
  if (probe === null) return t("scans.waitsForNone");
  return probe.status === "active"
    ? t("scans.waitsFor", { probe: probe.name })
    : t("scans.waitsInVain", { probe: probe.name });
}

const minuteMs = 60_000;

/** A guess is no more exact than this. */
function roundedUp(ms: number): number {
  const step = ms > minuteMs ? minuteMs : 5_000;
  return Math.max(step, Math.ceil(ms / step) * step);
}
