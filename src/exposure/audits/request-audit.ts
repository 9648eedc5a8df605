import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Audit } from "./audit.ts";
import { lockAudit, updateLastError, updateLastRun } from "./audit.queries.ts";
import type { AuditedHost } from "./audited.queries.ts";
import { beginJobs, findHosts, namesOf } from "./begin-jobs.ts";
import { noSuchAudit } from "./no-such-audit.ts";

/** What came of asking for an audit. */
export interface RequestedAudit {
  batchId: string;
  /** How many hosts got a job. */
  jobs: number;
  /** Hosts that got none, by name. */
  skipped: { agent: string; why: string }[];
}

/**
 * Asks for an audit now, whatever its schedule says, on all its hosts or on one of them. Audits never overlap on one
 * host: where one is open, it stays and there is no second.
 *
 * @param input.agent the name of one of its hosts.
 * @param input.arf keep the whole ARF, too.
 * @throws Problem `forbidden` without write scope; `not_found`: no such audit, or no such host, or none at all.
 */
export async function requestAudit(
  context: Context,
  input: { name: string; agent?: string; arf?: boolean },
): Promise<RequestedAudit> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId, actor } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const audit = await lockAudit(tx, tenantId, input.name);
    if (audit === null) throw noSuchAudit(input.name);
    const hosts = await wantedHosts(tx, tenantId, audit, input.agent);
    const now = context.now();
    const asked = { hosts, requestedBy: actor.name, arf: input.arf ?? false, now };
    const { batchId, begun, skipped } = await beginJobs(tx, tenantId, audit, asked);
    if (begun.length > 0) {
      await tx.run(updateLastRun, [tenantId, audit.id, now]);
      // One host of many does not make up for what went wrong with the others.
      if (begun.length === hosts.length && input.agent === undefined) {
        await tx.run(updateLastError, [tenantId, audit.id, null]);
      }
      await insertAuditEntries(tx, context, [
        {
          action: "audit.run",
          subjectKind: "audit",
          subjectId: audit.id,
          detail: { name: audit.name, batchId, hosts: begun.length },
        },
      ]);
    }
    const why = "the audit asked for before is still open there";
    return {
      batchId,
      jobs: begun.length,
      skipped: skipped.map(({ name }) => ({ agent: name, why })),
    };
  });
}

async function wantedHosts(
  tx: Tx,
  tenantId: string,
  audit: Audit,
  agent: string | undefined,
): Promise<readonly AuditedHost[]> {
  const { hosts, none } = await findHosts(tx, tenantId, audit);
  if (none !== null) throw new Problem("not_found", none);
  const wanted = hosts.filter(({ name }) => agent === undefined || name === agent);
  if (wanted.length > 0) return wanted;
  throw new Problem(
    "not_found",
    `The audit ${JSON.stringify(audit.name)} is for no host named ${JSON.stringify(agent)}: it is for ${namesOf(hosts)}.`,
  );
}
