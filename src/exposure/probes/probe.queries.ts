import { type Queryable, statement } from "#platform/db";
import type { TargetLists } from "#platform/remote-parts";
import { type Probe, probeNewsChannel } from "./probe.ts";

/** A row to add, with the hash of its enrolment token; `null`: none is out. */
export interface NewProbe {
  id: string;
  name: string;
  embedded: boolean;
  companyId: string | null;
  createdAt: number;
  tokenHash: Buffer | null;
  tokenExpiresAt: number | null;
}

/** Adds the row; false when the tenant has a probe of that name. */
export async function insertProbe(
  tx: Queryable,
  tenantId: string,
  row: NewProbe,
): Promise<boolean> {
  const { id, name, embedded, companyId, tokenHash, tokenExpiresAt, createdAt } = row;
  const values = [
    tenantId,
    id,
    name,
    embedded,
    companyId,
    tokenHash,
    tokenExpiresAt,
    createdAt,
  ] as const;
  return (await tx.run(insertStatement, values)).length > 0;
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    name: string,
    embedded: boolean,
    companyId: string | null,
    tokenHash: Buffer | null,
    tokenExpiresAt: number | null,
    createdAt: number,
  ],
  { id: string }
>(
  "probes.insert",
  `insert into probes
     (tenant_id, id, name, embedded, company_id, enrolment_token_hash, enrolment_expires_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (tenant_id, name) do nothing
   returning id`,
);

const columns = `id, name, embedded, company_id as "companyId", status, version, hostname,
  last_seen_at as "lastSeenAt", health, target_allow as "targetAllow", target_deny as "targetDeny",
  created_at as "createdAt"`;

/** The tenant's probes by name. */
export async function listProbeRows(db: Queryable, tenantId: string): Promise<Probe[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<readonly [tenantId: string], Probe>(
  "probes.list_for_operators",
  `select ${columns} from probes where tenant_id = $1 order by name, id`,
);

/** One probe, locked for a change; `null` when the tenant has none of that id. */
export async function lockProbe(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<Probe | null> {
  const [row] = await tx.run(lockStatement, [tenantId, id]);
  return row ?? null;
}

const lockStatement = statement<readonly [tenantId: string, id: string], Probe>(
  "probes.lock",
  `select ${columns} from probes where tenant_id = $1 and id = $2 for no key update`,
);

/** The tenant's embedded probe. */
export async function findEmbeddedProbe(db: Queryable, tenantId: string): Promise<string | null> {
  const [row] = await db.run(embeddedStatement, [tenantId]);
  return row?.id ?? null;
}

const embeddedStatement = statement<readonly [tenantId: string], { id: string }>(
  "probes.find_embedded",
  "select id from probes where tenant_id = $1 and embedded",
);

/** Tenants from before there were probes. */
export async function listTenantsWithoutEmbeddedProbe(system: Queryable): Promise<string[]> {
  return (await system.run(withoutStatement, [])).map((row) => row.id);
}

const withoutStatement = statement<readonly [], { id: string }>(
  "probes.tenants_without_embedded",
  `select t.id from tenants t
   where not exists (select from probes p where p.tenant_id = t.id and p.embedded) order by t.id`,
);

/** Only where no scan is left that it carries out: the database refuses the others. */
export const deleteProbeRows = statement<
  readonly [tenantId: string, ids: readonly string[]],
  never
>(
  "probes.delete",
  "delete from probes where tenant_id = $1 and id = any($2::uuid[]) and not embedded",
);

/** Replaces the token that is out, if any. A disabled probe may enrol again with it, and only with it. */
export const updateEnrolmentToken = statement<
  readonly [tenantId: string, id: string, tokenHash: Buffer, expiresAt: number],
  never
>(
  "probes.update_enrolment_token",
  `update probes set enrolment_token_hash = $3, enrolment_expires_at = $4,
     credential_hash = case when status = 'disabled' then null else credential_hash end,
     status = case when status = 'disabled' then 'pending' else status end
   where tenant_id = $1 and id = $2`,
);

/** The credential stays for the day when it is enabled, and is worth nothing until then; a token does not stay. */
export const updateDisabled = statement<readonly [tenantId: string, id: string], never>(
  "probes.update_disabled",
  `update probes set status = 'disabled', enrolment_token_hash = null, enrolment_expires_at = null
   where tenant_id = $1 and id = $2`,
);

export const updateEnabled = statement<readonly [tenantId: string, id: string], never>(
  "probes.update_enabled",
  `update probes set status = case when credential_hash is null then 'pending' else 'active' end
   where tenant_id = $1 and id = $2`,
);

export const updateTargetLists = statement<
  readonly [
    tenantId: string,
    id: string,
    ...lists: readonly [TargetLists["allow"], TargetLists["deny"]],
  ],
  never
>(
  "probes.update_target_lists",
  "update probes set target_allow = $3, target_deny = $4 where tenant_id = $1 and id = $2",
);

/** Where the probe may scan; `null` when it is disabled or gone. */
export async function findTargetLists(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<TargetLists | null> {
  const [row] = await db.run(targetsStatement, [tenantId, id]);
  return row ?? null;
}

const targetsStatement = statement<readonly [tenantId: string, id: string], TargetLists>(
  "probes.find_target_lists",
  `select target_allow as allow, target_deny as deny from probes
   where tenant_id = $1 and id = $2 and status = 'active'`,
);

/** Reaches every server that holds a check-in of the probe, when (and only if) the transaction commits. */
export async function notifyProbe(tx: Queryable, id: string): Promise<void> {
  await tx.run(notifyStatement, [probeNewsChannel, id]);
}

const notifyStatement = statement<readonly [channel: string, id: string], never>(
  "probes.notify",
  "select pg_notify($1, $2)",
);

/** Gives one another name, which must be free. */
export const renameProbe = statement<readonly [tenantId: string, id: string, name: string], never>(
  "probes.rename",
  "update probes set name = $3 where tenant_id = $1 and id = $2",
);
