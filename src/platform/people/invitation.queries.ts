import { type Queryable, statement } from "#platform/db";
import type { Role } from "#platform/members";

/** A place in a tenant that waits for somebody. */
export interface Invitation {
  id: string;
  /** In small letters. */
  email: string;
  name: string;
  role: Role;
  companyIds: readonly string[] | null;
  createdAt: number;
  /** For people: who made it. */
  createdBy: string;
  expiresAt: number;
}

const columns = `id, email, name, role, company_ids as "companyIds", created_at as "createdAt",
  created_by as "createdBy", expires_at as "expiresAt"`;

/** Keeps an invitation; one before it for the same e-mail, and those that are too old, are forgotten. */
export async function insertInvitation(
  tx: Queryable,
  tenantId: string,
  invitation: Invitation & { tokenHash: Buffer; createdById: string | null },
): Promise<void> {
  const { id, tokenHash, email, name, role, companyIds, createdAt } = invitation;
  const { createdBy, createdById, expiresAt } = invitation;
  await tx.run(forgetStatement, [tenantId, email, createdAt]);
  await tx.run(insertStatement, [
    tenantId,
    id,
    tokenHash,
    email,
    name,
    role,
    companyIds,
    createdAt,
    createdBy,
    createdById,
    expiresAt,
  ]);
}

const forgetStatement = statement<readonly [tenantId: string, email: string, now: number], never>(
  "people.forget-invitations",
  "delete from invitations where tenant_id = $1 and (email = $2 or expires_at <= $3)",
);

const insertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    tokenHash: Buffer,
    email: string,
    name: string,
    role: string,
    companyIds: readonly string[] | null,
    createdAt: number,
    createdBy: string,
    createdById: string | null,
    expiresAt: number,
  ],
  never
>(
  "people.insert-invitation",
  `insert into invitations (tenant_id, id, token_hash, email, name, role, company_ids, created_at, created_by,
     created_by_id, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7::uuid[], $8, $9, $10, $11)`,
);

/** What the open invitation for an e-mail makes of somebody; `null`: there is none. @param email in small letters. */
export async function findInvitedRole(
  db: Queryable,
  tenantId: string,
  email: string,
  now: number,
): Promise<Role | null> {
  const [found] = await db.run(invitedRoleStatement, [tenantId, email, now]);
  return found?.role ?? null;
}

const invitedRoleStatement = statement<
  readonly [tenantId: string, email: string, now: number],
  { role: Role }
>(
  "people.invited-role",
  "select role from invitations where tenant_id = $1 and email = $2 and expires_at > $3",
);

/** The tenant's invitations that may still be taken, the newest first. */
export async function listInvitations(
  db: Queryable,
  tenantId: string,
  now: number,
): Promise<Invitation[]> {
  return db.run(listStatement, [tenantId, now]);
}

const listStatement = statement<readonly [tenantId: string, now: number], Invitation>(
  "people.list-invitations",
  `select ${columns} from invitations where tenant_id = $1 and expires_at > $2 order by created_at desc, id`,
);

/** The invitation of a link, while it may be taken, with its tenant. */
export async function findInvitationByToken(
  db: Queryable,
  tokenHash: Buffer,
  now: number,
): Promise<(Invitation & { tenantId: string; tenantName: string }) | null> {
  const [found] = await db.run(byTokenStatement, [tokenHash, now]);
  return found ?? null;
}

const byTokenStatement = statement<
  readonly [tokenHash: Buffer, now: number],
  Invitation & { tenantId: string; tenantName: string }
>(
  "people.invitation-by-token",
  `select i.id, i.email, i.name, i.role, i.company_ids as "companyIds", i.created_at as "createdAt",
     i.created_by as "createdBy", i.expires_at as "expiresAt", t.id as "tenantId", t.name as "tenantName"
   from invitations i join tenants t on t.id = i.tenant_id
   where i.token_hash = $1 and i.expires_at > $2`,
);

/** Takes an invitation away. @returns it, or `null` when there is none. */
export async function deleteInvitation(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<Invitation | null> {
  const [deleted] = await tx.run(deleteStatement, [tenantId, id]);
  return deleted ?? null;
}

const deleteStatement = statement<readonly [tenantId: string, id: string], Invitation>(
  "people.delete-invitation",
  `delete from invitations where tenant_id = $1 and id = $2 returning ${columns}`,
);

/** Takes away what somebody has invited, who may do so no more. */
export async function deleteInvitationsOf(
  tx: Queryable,
  tenantId: string,
  userId: string,
): Promise<void> {
  await tx.run(deleteOfStatement, [tenantId, userId]);
}

const deleteOfStatement = statement<readonly [tenantId: string, userId: string], never>(
  "people.delete-invitations-of",
  "delete from invitations where tenant_id = $1 and created_by_id = $2",
);

/** Whether somebody with that e-mail may still take a place. */
export async function isInvited(db: Queryable, email: string, now: number): Promise<boolean> {
  const rows = await db.run(isInvitedStatement, [email, now]);
  return rows.length > 0;
}

const isInvitedStatement = statement<readonly [email: string, now: number], { one: 1 }>(
  "people.is-invited",
  "select 1 as one from invitations where email = $1 and expires_at > $2 limit 1",
);
