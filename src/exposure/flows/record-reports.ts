import type { HostReport } from "#engines/scan-types";
import {
  type ReportedRun,
  type RunHost,
  endRun,
  findKnownRunHosts,
  findRunClaims,
  findRunForReports,
  insertRunHosts,
  listRunHosts,
  runHostKey,
} from "#exposure/scans";
import { expectedNames } from "#exposure/weaknesses";
import { InvalidPortList } from "#lib/port-list";
import { type Database, type Tx, lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import type { RunMessage } from "#wire/probe.v1";
import { cleanReport } from "./clean-report.ts";
import { exposureLock } from "./exposure-lock.ts";
import { settleRun } from "./settle-run.ts";
import { portSet } from "./sighting-of-report.ts";
import { takeInFindings } from "./take-in-findings.ts";
import { takeInHosts } from "./take-in-hosts.ts";

/**
 * Takes in a batch of a probe's messages, all or nothing: hosts, assets, services, findings, scores, ends of runs. Messages
 * of runs that are not this probe's, or are gone, are ignored. Delivered again, a batch changes nothing.
 *
 * @returns how many host reports were new.
 * @throws Problem `invalid_request` for a port list that is none; DatabaseUnavailable.
 */
export async function recordReports(
  deps: { database: Database; now: () => number },
  probe: { tenantId: string; probeId: string },
  messages: readonly RunMessage[],
): Promise<{ recorded: number }> {
  if (messages.length === 0) return { recorded: 0 };
  const { tenantId, probeId } = probe;
  return deps.database.transaction(tenantId, async (tx) => {
    await lock(tx, exposureLock(tenantId));
    const runIds = [...new Set(messages.map(({ runId }) => runId))];
    const runs = await findRunForReports(tx, tenantId, probeId, runIds);
    let recorded = 0;
    for (const run of runs) {
      const mine = messages.filter(({ runId }) => runId === run.id);
      recorded += await takeInRun(tx, { tenantId, probeId, run, now: deps.now() }, mine);
    }
    await announce(
      tx,
      tenantId,
      "scan_runs",
      runs.map(({ id }) => id),
    );
    return { recorded };
  });
}

interface RunContext {
  readonly tenantId: string;
  readonly probeId: string;
  readonly run: ReportedRun;
  readonly now: number;
}

async function takeInRun(
  tx: Tx,
  context: RunContext,
  messages: readonly RunMessage[],
): Promise<number> {
  const { tenantId, run, now } = context;
  const reports = messages.flatMap((message) => ("host" in message ? [message.host] : []));
  const recorded = await takeInReports(tx, context, reports);
  const last = messages.findLast((message) => "end" in message);
  if (last === undefined || !("end" in last)) return recorded;
  const ended = await endRun(tx, { tenantId, runId: run.id, end: last.end, now });
  if (ended && last.end.outcome === "completed" && run.spec.scanType === "full") {
    await settleRun(tx, tenantId, await listRunHosts(tx, tenantId, run.id));
  }
  return recorded;
}

async function takeInReports(
  tx: Tx,
  context: RunContext,
  reports: readonly HostReport[],
): Promise<number> {
  const { tenantId, probeId, run, now } = context;
  const clean = new Map<string, HostReport>();
  for (const report of reports.flatMap((each) => cleanReport(each) ?? [])) {
    // Of a host that comes twice the first report counts, also when they come in two batches.
    if (!clean.has(report.address)) clean.set(report.address, within(report, run, now));
  }
  const known = await findKnownRunHosts(
    tx,
    tenantId,
    [...clean.keys()].map((address) => ({ runId: run.id, address })),
  );
  const news = [...clean.values()].filter(
    ({ address }) => !known.has(runHostKey({ runId: run.id, address })),
  );
  if (news.length === 0) return 0;
  checkPortLists(news);

  const origin = { siteId: run.siteId, probeId, isFull: run.spec.scanType === "full" };
  const alive = news.filter(({ outcome }) => outcome === "up" || outcome === "dropped");
  const taken = await takeInHosts(
    tx,
    tenantId,
    alive.map((report) => ({ report, origin })),
    (assetIds) => findRunClaims(tx, tenantId, run.id, assetIds),
  );
  await takeInFindings(tx, tenantId, {
    detector: "scan",
    assets: [...taken.byAddress.values()],
    seen: taken.seen,
  });
  const hosts = news.map((report): RunHost => ({
    runId: run.id,
    address: report.address,
    outcome: report.outcome,
    reason: report.reason ?? null,
    assetId: taken.byAddress.get(report.address)?.id ?? null,
    tcpPorts: report.tcp?.ports ?? null,
    udpPorts: report.udp?.ports ?? null,
    unsettledPorts: taken.unproven.get(report.address) ?? [],
    expectedNames: expectedNames(report),
    takenAt: now,
    finishedAt: report.finishedAt,
  }));
  return (await insertRunHosts(tx, tenantId, hosts)).size;
}

/**
 * The report, seen between the begin of its run and now. A probe's clock may be wrong, and what was seen in the future, or
 * before anybody looked, would stay the last or first word on the host for ever.
 */
function within(report: HostReport, { startedAt, createdAt }: ReportedRun, now: number) {
  const finishedAt = Math.min(Math.max(report.finishedAt, startedAt ?? createdAt), now);
  return { ...report, startedAt: Math.min(report.startedAt, finishedAt), finishedAt };
}

function checkPortLists(reports: readonly HostReport[]): void {
  for (const { address, tcp, udp } of reports) {
    try {
      for (const facts of [tcp, udp]) if (facts !== undefined) portSet(facts.ports);
    } catch (error) {
      if (!(error instanceof InvalidPortList)) throw error;
      throw new Problem(
        "invalid_request",
        `The report of ${address} is no good: ${error.message}.`,
      );
    }
  }
}
