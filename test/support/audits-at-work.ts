import assert from "node:assert/strict";
import {
  type ContentsOfBundle,
  type JobOutcome,
  type JobsAtAgent,
  endJob,
  failSilentJobs,
  offerJobs,
  requestAudit,
  startDueAudits,
} from "#exposure/audits";
import { type Database, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import type { AuditPlace } from "#test/audit-fixture";
import type { TestDatabase } from "#test/database";
import { operatorOf } from "#test/scan-fixture";

/** A server that audits, at a time that the test sets, and its agents. */
export function auditsAtWork({ database, admin }: TestDatabase, clock: { now: number }) {
  const now = () => clock.now;
  const log = createLog("silent", "test");

  /** Looks at the database past row-level security. */
  async function rows(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
  }

  const operator = ({ tenantId }: AuditPlace) => operatorOf(database, tenantId, now);

  async function checkIn(
    { tenantId }: AuditPlace,
    agentId: string,
    said: Partial<JobsAtAgent> = {},
    contentsOf: ContentsOfBundle = () =>
      assert.fail("a bundle that is kept here has all its texts"),
  ) {
    await rows("update agents set last_seen_at = $2 where id = $1", [agentId, clock.now]);
    const base = { tenantId, agentId, holding: [], progress: [], now: clock.now };
    return offerJobs(database, { ...base, ...said }, contentsOf);
  }

  return {
    operator,
    checkIn,

    /** What the database has of an audit's jobs. */
    jobsOf: (auditId: string) =>
      rows(
        `select j.id, g.name, j.state, j.attempts, j.error, j.error_code, j.requested_by, j.created_at::float8,
           j.started_at::float8, j.finished_at::float8
         from audit_jobs j join agents g on g.tenant_id = j.tenant_id and g.id = j.agent_id
         where audit_id = $1 order by j.created_at, g.name`,
        [auditId],
      ),

    /** When an audit ran, is due, and what went wrong. */
    async historyOf(auditId: string) {
      const [row] = await rows(
        "select last_run_at::float8, next_run_at::float8, last_error from audits where id = $1",
        [auditId],
      );
      assert.ok(row);
      return row;
    },

    rows,
    startDue: (on: Database = database) => startDueAudits({ database: on, log, now }),
    failSilent: () => failSilentJobs({ database, log, now }),
    ask: (place: AuditPlace, name: string, more: { agent?: string; arf?: boolean } = {}) =>
      requestAudit(operator(place), { name, ...more }),

    /** Checks in, and takes the one job that there is. @returns its id. */
    async take(place: AuditPlace, agentId: string): Promise<string> {
      const { jobs } = await checkIn(place, agentId);
      return jobs[0]?.jobId ?? assert.fail("there is a job");
    },

    end: (
      { tenantId }: AuditPlace,
      agentId: string,
      jobId: string,
      outcome: JobOutcome = { kind: "completed" },
    ) =>
      database.transaction(tenantId, (tx) =>
        endJob(tx, tenantId, agentId, jobId, outcome, clock.now),
      ),
  };
}
