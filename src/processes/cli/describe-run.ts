import type { RunOutcome, RunReport } from "#exposure/scans";
import { describeProbe } from "./describe-probe.ts";
import { formatDuration } from "./format-duration.ts";
import { formatTable, formatTime } from "./table.ts";

/** More hosts than this scroll everything else away. */
const shownHosts = 50;

const phases = {
  discovery: "looking for hosts",
  ports: "scanning ports",
  services: "identifying services",
} as const;

/** How far a run is, in one line. */
export function describeProgress(run: RunReport, now: number): string {
  if (run.stopRequested) return "stopping";
  if (run.state === "queued") return `waiting for ${describeProbe(run.probe, now)}`;
  const { progress } = run;
  if (progress === null) return `started by ${describeProbe(run.probe, now)}`;
  const { percent, phase, hostsDone, hostsTotal, hostsUp, openPorts } = progress;
  return (
    `${Math.floor(percent)} %, ${phases[phase]}: ${hostsDone} of ${hostsTotal} hosts done, ` +
    `${hostsUp} up, ${openPorts} open ports`
  );
}

/** What became of a run, and what it found. */
export function describeOutcome(run: RunReport, { figures, leftOut }: RunOutcome): string {
  const { up, down, skipped, dropped, openPorts, opened, resolved } = figures;
  const took =
    run.startedAt === null || run.finishedAt === null
      ? ""
      : ` after ${formatDuration((run.finishedAt - run.startedAt) / 1000)}`;
  const reason = run.error === null ? "" : `: ${run.error}`;
  // Until its end more hosts may be under way than are done; they stand in the progress.
  const [hosts, soFar] = run.finishedAt === null ? ["hosts done", " so far"] : ["hosts", ""];
  const lines = [
    `${run.scanName}: ${run.state}${took}${reason}`,
    `${hosts}${soFar}: ${up} up, ${down} down, ${skipped} skipped, ${dropped} dropped`,
  ];
  if (run.scanType !== "discovery") lines.push(`open ports${soFar}: ${openPorts}`);
  if (run.scanType === "full")
    lines.push(`findings${soFar}: ${opened} opened, ${resolved} resolved`);
  if (leftOut.length > 0) {
    const rows = leftOut.map((host) => [host.address, host.outcome, host.reason ?? "-"]);
    lines.push("", formatTable(["LEFT OUT", "", "REASON"], rows.slice(0, shownHosts)));
    if (rows.length > shownHosts) lines.push(`… and ${rows.length - shownHosts} more (--json)`);
  }
  return lines.join("\n");
}

/** When a run was asked for, by whom, and when it began and ended. */
export function describeTimes(run: RunReport): string {
  const { requestedBy, createdAt, startedAt, finishedAt } = run;
  const told = (at: number | null): string => (at === null ? "-" : `${formatTime(at)} UTC`);
  return [
    `asked for: ${told(createdAt)} by ${requestedBy}`,
    `began: ${told(startedAt)}`,
    `ended: ${told(finishedAt)}`,
  ].join("\n");
}

/** Whether there is more to come. */
export function isOpen({ state }: RunReport): boolean {
  return state === "queued" || state === "running";
}
