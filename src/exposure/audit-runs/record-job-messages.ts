import type { AuditReport, ScapContent } from "#engines/scap-types";
import { type AgentRow, findAgentRows } from "#exposure/agents";
import { type EndedJob, type JobOutcome, endJob, saveArf } from "#exposure/audits";
import { newId } from "#lib/ids";
import type { Database, Tx } from "#platform/db";
import type { JobMessage } from "#wire/agent.v1";
import { insertAuditRuns } from "./audit-run.queries.ts";
import { type NewAuditRun, bundleNameOf, refusalOf, withinTimes } from "./audit-run.ts";
import { cleanScap, contentByTexts } from "./clean-report.ts";
import { findTextsOfFiles, lockScapContents, saveScapContent } from "./scap-content.queries.ts";

/** A run whose agent is read, and whose texts are looked for, together with others. */
interface Ended {
  readonly job: EndedJob;
  /** Clean, and within the times of the job. */
  readonly report: AuditReport;
  /** Hash of the texts that came with it; `null`: none did. */
  readonly texts: string | null;
}

/**
 * Takes in what an agent's audits came to, all of it in one transaction. What comes a second time, and what is of a job
 * that is unknown, another agent's or over, is passed over. What applies to nothing on the host fails its job.
 *
 * @param agent who says so.
 * @returns how many of the messages were new.
 * @throws DatabaseUnavailable
 */
export async function recordJobMessages(
  { database, now }: { database: Database; now: () => number },
  agent: { tenantId: string; agentId: string },
  messages: readonly JobMessage[],
): Promise<{ recorded: number }> {
  return database.transaction(agent.tenantId, async (tx) => {
    const at = now();
    const ended: Ended[] = [];
    let recorded = 0;
    for (const message of messages) {
      if ("report" in message) {
        const outcome = await recordReport(tx, agent, message, at);
        if (outcome === null) continue;
        if (outcome !== "refused") ended.push(outcome);
      } else if (!(await recordOther(tx, agent, message, at))) continue;
      recorded += 1;
    }
    await saveRuns(tx, agent, ended);
    return { recorded };
  });
}

type ReportMessage = Extract<JobMessage, { report: AuditReport }>;

/** @returns `null` when the job is not this agent's to end. */
async function recordReport(
  tx: Tx,
  { tenantId, agentId }: { tenantId: string; agentId: string },
  message: ReportMessage,
  at: number,
): Promise<Ended | "refused" | null> {
  const report = cleanScap(message.report);
  const refusal = refusalOf(report);
  const outcome: JobOutcome =
    refusal === null
      ? { kind: "completed" }
      : { kind: "failed", code: "not_applicable", error: refusal };
  const endedAt = Math.min(report.finishedAt, at);
  const job = await endJob(tx, tenantId, agentId, message.jobId, outcome, endedAt);
  if (job === null) return null;
  if (refusal !== null) return "refused";
  const texts = await saveTexts(tx, tenantId, report, message.content, at);
  return { job, report: withinTimes(report, job.createdAt, at), texts };
}

/** Texts of other content than the report's would never be shown. */
async function saveTexts(
  tx: Tx,
  tenantId: string,
  report: AuditReport,
  content: ScapContent | undefined,
  at: number,
): Promise<string | null> {
  if (content?.sha256 !== report.contentSha256) return null;
  const kept = contentByTexts(cleanScap(content));
  await saveScapContent(tx, tenantId, kept, at);
  return kept.sha256;
}

/** A failure, or a file that belongs to a job. @returns whether it was new. */
async function recordOther(
  tx: Tx,
  { tenantId, agentId }: { tenantId: string; agentId: string },
  message: Exclude<JobMessage, ReportMessage>,
  at: number,
): Promise<boolean> {
  if ("arf" in message) {
    const { sha256, bytes, gzip } = message.arf;
    const arf = { sha256, bytes, gzip: Buffer.from(gzip, "base64") };
    return saveArf(tx, tenantId, agentId, message.jobId, arf, at);
  }
  const { at: failedAt, code, error } = message.failure;
  const outcome = { kind: code === "stopped" ? "stopped" : "failed", code, error } as const;
  const endedAt = Math.min(failedAt, at);
  return (await endJob(tx, tenantId, agentId, message.jobId, outcome, endedAt)) !== null;
}

async function saveRuns(
  tx: Tx,
  { tenantId, agentId }: { tenantId: string; agentId: string },
  ended: readonly Ended[],
): Promise<void> {
  if (ended.length === 0) return;
  const [agent] = await findAgentRows(tx, tenantId, [agentId]);
  if (agent === undefined) throw new Error("a job of an agent that does not exist");
  const missing = ended.filter(({ texts }) => texts === null);
  const files = [...new Set(missing.map(({ report }) => report.contentSha256))];
  const known = await findTextsOfFiles(tx, tenantId, agentId, files);
  const kept = await lockScapContents(tx, tenantId, [...known.values()]);
  const runs = ended.map((one) => {
    const texts = known.get(one.report.contentSha256) ?? "";
    return runOf(one, agent, one.texts ?? (kept.has(texts) ? texts : null));
  });
  await insertAuditRuns(tx, tenantId, runs);
}

function runOf({ job, report }: Ended, agent: AgentRow, texts: string | null): NewAuditRun {
  return {
    id: newId(),
    source: "agent",
    jobId: job.id,
    auditId: job.auditId,
    agentId: agent.id,
    assetId: agent.assetId,
    siteId: agent.siteId,
    hostname: agent.hostname,
    bundleId: job.bundleId,
    bundleName: bundleNameOf(job.bundleName, report),
    report,
    textsSha256: texts,
    importKey: null,
  };
}
