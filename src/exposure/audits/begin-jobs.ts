import { notifyAgents } from "#exposure/agents";
import { newId } from "#lib/ids";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";
import { type Audit, specOf } from "./audit.ts";
import { type AuditedHost, findSiteName, listHostsOf, lockBundles } from "./audited.queries.ts";
import { insertJobs } from "./job.queries.ts";

/** What came of asking for an audit on hosts. */
export interface BegunJobs {
  batchId: string;
  begun: readonly AuditedHost[];
  /** Hosts whose job before is still open: it stays, and they get no second one. */
  skipped: readonly AuditedHost[];
}

/**
 * Queues a job on each of the hosts that has none of this audit open, in the transaction that locked the audit. Their
 * agents are told when it commits.
 */
export async function beginJobs(
  tx: Tx,
  tenantId: string,
  audit: Audit,
  asked: { hosts: readonly AuditedHost[]; requestedBy: string; arf: boolean; now: number },
): Promise<BegunJobs> {
  const { hosts, requestedBy, arf, now } = asked;
  const [bundle] = await lockBundles(tx, tenantId, [audit.bundleId]);
  if (bundle === undefined) throw new Error(`audit ${audit.id} has no bundle`);
  const batchId = newId();
  const begun = await insertJobs(tx, tenantId, {
    auditId: audit.id,
    batchId,
    spec: specOf(audit, bundle, arf),
    requestedBy,
    createdAt: now,
    jobs: hosts.map(({ agentId }) => ({ id: newId(), agentId })),
  });
  await notifyAgents(tx, begun);
  await announce(tx, tenantId, "audit_jobs", [audit.id]);
  return {
    batchId,
    begun: hosts.filter(({ agentId }) => begun.has(agentId)),
    skipped: hosts.filter(({ agentId }) => !begun.has(agentId)),
  };
}

/** The hosts that an audit is for now; none: why, a sentence. */
export async function findHosts(
  tx: Tx,
  tenantId: string,
  audit: Audit,
): Promise<{ hosts: AuditedHost[]; none: string | null }> {
  const hosts = await listHostsOf(tx, tenantId, audit);
  if (hosts.length > 0) return { hosts, none: null };
  const { siteId, tags } = audit;
  const site = siteId === null ? null : await findSiteName(tx, tenantId, siteId);
  const place = site === null ? "" : ` at the site ${JSON.stringify(site)}`;
  const tagged =
    tags.length === 0
      ? ""
      : ` with ${tags.length === 1 ? "the tag" : "one of the tags"} ${tags.join(", ")}`;
  return { hosts, none: `There is no host with an active agent${place}${tagged}.` };
}

/** More names than this nobody reads in a sentence. */
const shownNames = 5;

/** `web1, web2 and 7 more`. */
export function namesOf(hosts: readonly AuditedHost[]): string {
  const names = hosts.slice(0, shownNames).map(({ name }) => name);
  const more = hosts.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
