import { newId } from "#lib/ids";
import { severities } from "#lib/severity";
import type { Queryable } from "#platform/db";
import type { FindingContent } from "./finding.ts";
import {
  type ContentRow,
  type InsertedRow,
  type LifeRow,
  evidenceOf,
  insertFindingEvents,
  insertFindings,
  touchFindings,
  updateFindingContents,
  updateFindingEvidence,
  updateFindingLives,
} from "./finding-changes.queries.ts";
import { type Detector, type FindingLife, detectors } from "./life-cycle.ts";
import type { ChangedFinding, FindingEvent, FindingPlan } from "./plan-findings.ts";

/** Saves what {@link planSeen} or {@link planMissed} decided, in a statement for each kind of change. */
export async function saveFindings(
  tx: Queryable,
  tenantId: string,
  plan: FindingPlan,
  detector: Detector,
  siteOf: (assetId: string) => string | null,
): Promise<void> {
  const { inserted, changed, touched, events } = plan;
  if (inserted.length > 0) {
    const rows = inserted.map(({ id, seen, life, contentHash }): InsertedRow => ({
      id,
      asset_id: seen.assetId,
      site_id: siteOf(seen.assetId),
      protocol: seen.protocol,
      port: seen.port,
      weakness: seen.weakness,
      package: seen.package,
      content_hash: contentHash,
      content: contentRow(seen.content),
      evidence: { [detector]: evidenceFrom(seen.content) },
      ...lifeColumns(life),
    }));
    await tx.run(insertFindings, [tenantId, JSON.stringify(rows)]);
  }
  if (changed.length > 0) {
    const lives = changed.map(({ known, life }) => ({
      id: known.id,
      life,
      isMissed: known.seenAt[detector] !== null && life.seenAt[detector] === null,
    }));
    await saveFindingLives(tx, tenantId, lives);
    await saveContents(tx, tenantId, changed, detector);
  }
  if (touched.length > 0) {
    const ids = touched.map(({ id }) => id);
    await tx.run(touchFindings[detector], [tenantId, ids, touched.map(({ at }) => at)]);
  }
  await saveFindingEvents(tx, tenantId, events);
}

/** Saves what of findings changes over time. */
export async function saveFindingLives(
  tx: Queryable,
  tenantId: string,
  lives: readonly { id: string; life: FindingLife; isMissed?: boolean }[],
): Promise<void> {
  const rows = lives.map(({ id, life, isMissed = false }): LifeRow => ({
    id,
    status: life.status,
    accepted_until: life.acceptedUntil,
    reopened_at: life.reopenedAt,
    resolved_at: life.resolvedAt,
    is_missed: isMissed,
    ...lifeColumns(life),
  }));
  await tx.run(updateFindingLives, [tenantId, JSON.stringify(rows)]);
}

const system = { kind: "system", name: "system" };

/**
 * Writes changes of status into the history.
 *
 * @param by who did it. Default: the system.
 */
export async function saveFindingEvents(
  tx: Queryable,
  tenantId: string,
  events: readonly FindingEvent[],
  by: { readonly kind: string; readonly name: string } = system,
): Promise<void> {
  if (events.length === 0) return;
  await tx.run(insertFindingEvents, [
    tenantId,
    events.map(({ findingId }) => findingId),
    events.map(() => newId()),
    events.map(({ change }) => change.at),
    events.map(({ change }) => change.from),
    events.map(({ change }) => change.to),
    events.map(({ change }) => change.because),
    events.map(({ change }) => change.acceptedUntil ?? null),
    by.kind,
    by.name,
  ]);
}

/**
 * The text of one detector stands beside that of others; what is shown comes from the most certain that still sees it, and of
 * equally certain ones from the one that looked from the inside.
 */
async function saveContents(
  tx: Queryable,
  tenantId: string,
  changed: readonly ChangedFinding[],
  detector: Detector,
): Promise<void> {
  const spoken = changed.filter(({ content }) => content !== null);
  if (spoken.length === 0) return;
  const ids = spoken.map(({ known }) => known.id);
  const kept = new Map(
    (await tx.run(evidenceOf, [tenantId, ids])).map(({ id, evidence }) => [id, evidence]),
  );
  const whole: object[] = [];
  const beside: { id: string; hash: string; evidence: string }[] = [];
  for (const { known, life, content, contentHash } of spoken) {
    if (content === null) continue;
    const evidence: Record<string, object> = { [detector]: evidenceFrom(content) };
    let isBest = true;
    for (const other of detectors) {
      const theirs = kept.get(known.id)?.[other];
      if (other === detector || theirs === undefined || life.seenAt[other] === null) continue;
      evidence[other] = theirs;
      const ahead = theirs.confidence - content.confidence;
      if (ahead > 0 || (ahead === 0 && other === "agent")) isBest = false;
    }
    if (isBest) {
      const row = {
        id: known.id,
        content_hash: contentHash,
        content: contentRow(content),
        evidence,
      };
      whole.push(row);
    } else {
      beside.push({ id: known.id, hash: contentHash, evidence: JSON.stringify(evidence) });
    }
  }
  if (whole.length > 0) await tx.run(updateFindingContents, [tenantId, JSON.stringify(whole)]);
  if (beside.length > 0) {
    await tx.run(updateFindingEvidence, [
      tenantId,
      beside.map(({ id }) => id),
      beside.map(({ hash }) => hash),
      beside.map(({ evidence }) => evidence),
    ]);
  }
}

function lifeColumns(life: FindingLife) {
  return {
    status_at: life.statusAt,
    first_seen_at: life.firstSeenAt,
    last_seen_at: life.lastSeenAt,
    scan_seen_at: life.seenAt.scan,
    agent_seen_at: life.seenAt.agent,
    import_seen_at: life.seenAt.import,
  };
}

function evidenceFrom({ confidence, evidence }: FindingContent): object {
  return { ...evidence, confidence };
}

function contentRow(content: FindingContent): ContentRow {
  return {
    cve: content.cve,
    service: content.service,
    affected_package: content.affectedPackage,
    installed_version: content.installedVersion,
    fixed_version: content.fixedVersion,
    title: content.title,
    remediation: content.remediation,
    severity: content.severity,
    severity_rank: severities.indexOf(content.severity),
    // To one decimal, as CVSS rounds: what was imported may have more.
    cvss_score: content.cvssScore === null ? null : Math.round(content.cvssScore * 10) / 10,
    cvss_vector: content.cvssVector,
    epss_score: content.epssScore,
    epss_percentile: content.epssPercentile,
    kev: content.kev,
    ransomware: content.ransomware,
    ssvc: content.ssvc,
    confidence: content.confidence,
    risk_score: content.riskScore,
    risk_factors: content.riskFactors,
  };
}
