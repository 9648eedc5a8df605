import {
  type ReportedAssessment,
  endAssessment,
  findAssessmentsForMessages,
  saveAssessmentSummary,
} from "#exposure/directories";
import { saveFindingEvents } from "#exposure/findings";
import {
  type Assessed,
  type IdentityChange,
  identityLock,
  retireRules,
  summarise,
  takeInFound,
  takeInResults,
} from "#exposure/identity";
import { type Database, type Tx, lock } from "#platform/db";
import { announce } from "#platform/live";
import type { AssessmentMessage } from "#wire/probe.v1";

/** So many findings are recorded in half a second, for which people's decisions may have to wait. */
const findingsAtOnce = 3000;

/**
 * Takes in a batch of a probe's messages about directories: what rules found, what became of each rule, ends of assessments. It
 * is taken in piece by piece, each all or nothing, in its order: what is delivered again, in part or as a whole, changes
 * nothing. Messages of assessments that are not this probe's, or are gone, are ignored.
 *
 * @returns how many messages were heeded.
 * @throws DatabaseUnavailable; Problem `invalid_request` when a directory has more rules or findings than are kept.
 */
export async function recordAssessments(
  deps: { database: Database; now: () => number },
  probe: { tenantId: string; probeId: string },
  messages: readonly AssessmentMessage[],
): Promise<{ recorded: number }> {
  let recorded = 0;
  for (const piece of piecesOf(messages)) recorded += await recordPiece(deps, probe, piece);
  return { recorded };
}

/** In their order, each piece with a bounded number of findings. */
function piecesOf(messages: readonly AssessmentMessage[]): AssessmentMessage[][] {
  const pieces: AssessmentMessage[][] = [];
  let findings = findingsAtOnce;
  for (const message of messages) {
    if (findings >= findingsAtOnce) {
      pieces.push([]);
      findings = 0;
    }
    pieces.at(-1)?.push(message);
    if ("found" in message) findings += message.found.length;
  }
  return pieces;
}

async function recordPiece(
  { database, now }: { database: Database; now: () => number },
  { tenantId, probeId }: { tenantId: string; probeId: string },
  messages: readonly AssessmentMessage[],
): Promise<number> {
  const byAssessment = Map.groupBy(messages, ({ assessmentId }) => assessmentId);
  return database.transaction(tenantId, async (tx) => {
    await lock(tx, identityLock(tenantId));
    const ids = [...byAssessment.keys()];
    let recorded = 0;
    for (const assessment of await findAssessmentsForMessages(tx, tenantId, probeId, ids)) {
      const mine = byAssessment.get(assessment.id) ?? [];
      await takeIn(tx, { tenantId, assessment, now: now() }, mine);
      recorded += mine.length;
    }
    await announce(tx, tenantId, "assessments", ids);
    await announce(tx, tenantId, "identity_findings", null);
    return recorded;
  });
}

interface Intake {
  readonly tenantId: string;
  readonly assessment: ReportedAssessment;
  readonly now: number;
}

/** A rule's result comes behind all that it found, so the order within a batch is kept. */
async function takeIn(
  tx: Tx,
  { tenantId, assessment, now }: Intake,
  messages: readonly AssessmentMessage[],
): Promise<void> {
  const { id: assessmentId, directoryId, type, siteId, handedAt } = assessment;
  const assessed: Assessed = { assessmentId, directoryId, type, siteId, at: handedAt };
  const found = messages.flatMap((message) =>
    "found" in message ? [{ rule: message.rule, weaknesses: message.found }] : [],
  );
  const results = messages.flatMap((message) => ("result" in message ? [message.result] : []));
  await save(tx, tenantId, await takeInFound(tx, tenantId, assessed, found));
  await save(tx, tenantId, await takeInResults(tx, tenantId, assessed, results));
  const last = messages.findLast((message) => "end" in message);
  if (last === undefined || !("end" in last)) return;
  const ended = await endAssessment(tx, tenantId, { assessmentId, end: last.end, now });
  if (!ended || last.end.outcome !== "completed") return;
  const { rules = null } = last.end;
  await save(tx, tenantId, await retireRules(tx, tenantId, assessed, rules));
  await saveAssessmentSummary(
    tx,
    tenantId,
    assessmentId,
    await summarise(tx, tenantId, directoryId),
  );
}

async function save(tx: Tx, tenantId: string, { events }: IdentityChange): Promise<void> {
  await saveFindingEvents(tx, tenantId, events);
}
