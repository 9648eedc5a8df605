import type { AssessmentProgress } from "#engines/directory-types";
import { type CheckInDecision, decideCheckIn, isNothingToSave } from "#exposure/hand-outs";
import type { AssessmentsAtProbe } from "#exposure/probes";
import { printableLine } from "#lib/printable";
import type { SealedBox } from "#platform/crypto";
import type { Database, Queryable, Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import type { AssessmentJob } from "#wire/probe.v1";
import { updateEnded } from "./assessment.queries.ts";
import { type OpenAssessment, mostAttempts, stoppedSentence } from "./assessment.ts";
import { openSecret } from "./directory-secret.ts";
import { specOf } from "./directory.ts";
import {
  type HandedDirectory,
  listClosedAssessments,
  listOpenAssessments,
  saveProgress,
  updateHanded,
  updateRevived,
  updateWaitsBecause,
} from "./handed-assessment.queries.ts";

/**
 * Takes a check-in: keeps how far the assessments are, and answers what is to be done now. A queued one is handed out, with
 * the secret, when the probe has none in hand; one that it should have and does not is handed out again, at most 3 times in
 * all. When nothing is new this is one look at the probe's open assessments.
 */
export async function offerAssessments(
  database: Database,
  box: SealedBox,
  { tenantId, probeId, holding, progress, now }: AssessmentsAtProbe,
): Promise<{ assessments: AssessmentJob[]; stop: string[] }> {
  const db = database.forTenant(tenantId);
  const moved = await saveProgress(db, tenantId, probeId, progress.map(printableProgress));
  if (moved.length > 0) {
    await database.transaction(tenantId, (tx) => announce(tx, tenantId, "assessments", moved));
  }
  const open = await listOpenAssessments(db, tenantId, probeId);
  if (holding === null) {
    await keepFromOldProbe(db, tenantId, open, now);
    return { assessments: [], stop: [] };
  }
  const isOpen = new Set(open.map(({ id }) => id));
  const others = holding.filter((id) => !isOpen.has(id));
  const closed =
    others.length > 0 ? await listClosedAssessments(db, tenantId, probeId, others) : [];
  const decision = decideCheckIn(
    { open, holding, closed },
    ({ attempts }) => attempts < mostAttempts,
  );
  const stop = [...decision.stop];
  if (isNothingToSave(decision)) return { assessments: [], stop };
  const assessments = await database.transaction(tenantId, (tx) =>
    save(tx, { tenantId, probeId, box, now }, decision),
  );
  return { assessments, stop };
}

/** It ends up on terminals and in PostgreSQL. */
function printableProgress<Said extends { progress: AssessmentProgress }>(said: Said): Said {
  return { ...said, progress: { ...said.progress, what: printableLine(said.progress.what) } };
}

/**
 * Of a probe that is too old, what waits goes on waiting, with the reason; and what it was handed while it was newer is
 * lost, since nobody would ever end it.
 */
async function keepFromOldProbe(
  db: Queryable,
  tenantId: string,
  open: readonly OpenAssessment[],
  now: number,
): Promise<void> {
  for (const { id, state, probeName, error, stopRequested } of open) {
    const sentence = `The probe ${JSON.stringify(probeName)} is too old to assess directories: update it.`;
    if (state === "running") {
      const ending = stopRequested
        ? ({ state: "stopped", error: stoppedSentence } as const)
        : ({ state: "failed", error: sentence } as const);
      await updateEnded(db, tenantId, id, { ...ending, ...atServer(now) });
    } else if (error !== sentence) {
      await db.run(updateWaitsBecause, [tenantId, [id], sentence]);
    }
  }
}

function atServer(now: number) {
  return { at: now, facts: null, abandoned: true } as const;
}

interface Place {
  tenantId: string;
  probeId: string;
  box: SealedBox;
  now: number;
}

async function save(
  tx: Tx,
  place: Place,
  decision: CheckInDecision<OpenAssessment>,
): Promise<AssessmentJob[]> {
  const { tenantId, now } = place;
  for (const id of decision.endStopped) {
    const stopped = { state: "stopped", error: stoppedSentence, ...atServer(now) } as const;
    await updateEnded(tx, tenantId, id, stopped);
  }
  for (const id of decision.giveUp) {
    const error = `The probe took up the assessment ${mostAttempts} times and lost it each time; its log says why.`;
    await updateEnded(tx, tenantId, id, { state: "failed", error, ...atServer(now) });
  }
  for (const id of decision.revive) await tx.run(updateRevived, [tenantId, id]);
  const jobs: AssessmentJob[] = [];
  for (const assessment of decision.hand) {
    const job = await hand(tx, place, assessment);
    if (job !== null) jobs.push(job);
  }
  const { endStopped, giveUp, revive, hand: handed } = decision;
  const changed = [...endStopped, ...giveUp, ...revive, ...handed.map(({ id }) => id)];
  await announce(tx, tenantId, "assessments", changed);
  return jobs;
}

async function hand(
  tx: Tx,
  { tenantId, probeId, box, now }: Place,
  assessment: OpenAssessment,
): Promise<AssessmentJob | null> {
  const directory = await updateHanded(tx, tenantId, probeId, assessment, now);
  if (directory === null) return null;
  const opened = open(box, directory);
  if ("secret" in opened) {
    const spec = specOf(directory, opened.secret);
    return { assessmentId: assessment.id, directoryName: directory.name, spec };
  }
  const failed = { state: "failed", error: opened.fault, ...atServer(now) } as const;
  await updateEnded(tx, tenantId, assessment.id, failed);
  return null;
}

function open(box: SealedBox, directory: HandedDirectory): { secret: string } | { fault: string } {
  try {
    return { secret: openSecret(box, directory) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { fault: error.message };
  }
}
