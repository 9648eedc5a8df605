import { scorePctOf } from "#exposure/audit-runs";
import type { JobReport } from "#exposure/audits";
import { formatDuration } from "./format-duration.ts";
import { formatTable } from "./table.ts";

/** An agent that was silent for longer than this is said to be, in seconds: it calls every minute. */
const silentAfterSec = 180;
/** More hosts than this make a line that nobody reads. */
const shownHosts = 3;

/** How it goes with an audit on one host, without its end. */
function describeJobProgress(job: JobReport, now: number): string {
  if (job.stopRequested) return "stopping";
  if (job.state === "queued") return `waiting for its agent${describeSilence(job, now)}`;
  const { progress } = job;
  if (progress === null || progress.total === 0) return `started${describeSilence(job, now)}`;
  return `${progress.done} of ${progress.total} rules${describeSilence(job, now)}`;
}

function describeSilence({ agentSeenAt }: JobReport, now: number): string {
  if (agentSeenAt === null) return ", which has never checked in";
  const silentSec = (now - agentSeenAt) / 1000;
  return silentSec < silentAfterSec ? "" : `, last heard of ${formatDuration(silentSec)} ago`;
}

/** How it goes with an audit on one host, or what it came to. */
export function describeJob(job: JobReport, now: number): string {
  if (isOpen(job)) return describeJobProgress(job, now);
  if (job.counts === null) return job.error ?? job.state;
  const score = scorePctOf(job.counts);
  const { failed, satisfied, unknown } = job.counts;
  const judged = satisfied + failed + unknown;
  return `${score === null ? "no score" : `${score} %`}: ${satisfied} of ${judged} rules satisfied, ${failed} failed`;
}

/** How it goes with jobs that were asked for together, in one line. */
export function describeBatch(jobs: readonly JobReport[], now: number): string {
  const [job] = jobs;
  if (job !== undefined && jobs.length === 1) {
    return `${job.agentName}: ${describeJob(job, now)}`;
  }
  const running = jobs.filter(({ state }) => state === "running");
  const waiting = jobs.filter(({ state }) => state === "queued");
  const done = jobs.length - running.length - waiting.length;
  const shown = running
    .slice(0, shownHosts)
    .map((one) => `${one.agentName} ${describeJobProgress(one, now)}`);
  const more = running.length - shown.length;
  if (more > 0) shown.push(`${more} more`);
  const under = shown.length === 0 ? "" : ` (${shown.join("; ")})`;
  return `${done} of ${jobs.length} hosts done, ${running.length} under way${under}, ${waiting.length} waiting`;
}

/** What became of jobs, by host. The sentence comes last, since some are long. */
export function describeJobs(jobs: readonly JobReport[], now: number): string {
  return formatTable(
    ["HOST", "STATE", "RUN", "OUTCOME"],
    jobs.map((job) => [job.agentName, job.state, job.runId ?? "-", describeJob(job, now)]),
  );
}

/** Whether there is more to come. */
export function isOpen({ state }: JobReport): boolean {
  return state === "queued" || state === "running";
}
