import assert from "node:assert/strict";
import type { AssessmentProgress } from "#engines/directory-types";
import { type Database, type DatabaseConnection, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { testBox, testFacts } from "#test/directory-fixture";
import { type ScanPlace, operatorOf } from "#test/scan-fixture";
import type { AssessmentEnd } from "../assessment.ts";
import { endAssessment, findAssessmentsForMessages } from "../end-assessment.ts";
import { failSilentAssessments } from "../fail-silent-assessments.ts";
import { offerAssessments } from "../offer-assessments.ts";
import { listAssessments, readAssessment } from "../read-assessment.ts";
import { requestAssessment } from "../request-assessment.ts";
import { startDueAssessments } from "../start-due-assessments.ts";
import { stopAssessment } from "../stop-assessment.ts";

export const start = Date.parse("2026-11-20T00:00:00Z");
export const hour = 3_600_000;
export const minute = 60_000;

const completed: AssessmentEnd = { outcome: "completed", at: 0, error: null, facts: testFacts };

/** What a probe says when it checks in; `box` opens the secrets. */
interface Said {
  holding?: readonly string[] | null;
  progress?: readonly { id: string; progress: AssessmentProgress }[];
  box?: typeof testBox;
}

/** What server, probes and operators do with assessments, at the times that `clock` shows. */
export function assessmentsAtWork(database: Database, admin: DatabaseConnection) {
  const log = createLog("silent", "test");
  const clock = { now: start, read: (): number => clock.now };
  const contextOf = ({ tenantId }: ScanPlace) => operatorOf(database, tenantId, clock.read);

  /** Looks at the database past row-level security. */
  async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
  }
  async function historyOf(directoryId: string) {
    const [row] = await rows(
      `select last_run_at::float8, last_attempt_at::float8, next_run_at::float8, last_error, facts from directories
       where id = $1`,
      [directoryId],
    );
    assert.ok(row);
    return row;
  }
  const ask = (place: ScanPlace, name: string) => requestAssessment(contextOf(place), { name });
  async function checkIn(place: ScanPlace, { box = testBox, ...said }: Said = {}) {
    const { tenantId, probeId } = place;
    await rows("update probes set last_seen_at = $2 where id = $1", [probeId, clock.now]);
    const at = { tenantId, probeId, now: clock.now };
    return offerAssessments(database, box, { ...at, holding: [], progress: [], ...said });
  }
  /** Asks for an assessment and lets the probe take it. */
  async function taken(place: ScanPlace, name: string): Promise<string> {
    const { assessmentId } = await ask(place, name);
    const { assessments } = await checkIn(place);
    assert.equal(assessments[0]?.assessmentId, assessmentId);
    return assessmentId;
  }
  async function end(
    { tenantId, probeId }: ScanPlace,
    assessmentId: string,
    said: Partial<AssessmentEnd> = {},
  ): Promise<boolean> {
    const { now } = clock;
    return database.transaction(tenantId, async (tx) => {
      const [found] = await findAssessmentsForMessages(tx, tenantId, probeId, [assessmentId]);
      assert.ok(found);
      const ending = { ...completed, at: now, ...said };
      return endAssessment(tx, tenantId, { assessmentId: found.id, end: ending, now });
    });
  }
  return {
    clock,
    contextOf,
    rows,
    historyOf,
    ask,
    checkIn,
    taken,
    end,
    stop: (place: ScanPlace, name: string) => stopAssessment(contextOf(place), { name }),
    read: (place: ScanPlace, id: string) => readAssessment(contextOf(place), id),
    list: (place: ScanPlace, directoryId: string) =>
      listAssessments(contextOf(place), directoryId, 1000),
    startDue: (on: Database = database) =>
      startDueAssessments({ database: on, log, now: clock.read }),
    failSilent: () => failSilentAssessments({ database, log, now: clock.read }),
  };
}
