import { type Queryable, statement } from "#platform/db";
import type { Membership } from "./member.ts";

/** Every tenant that a person is in, by name. */
export async function listMembershipsOfUser(db: Queryable, userId: string): Promise<Membership[]> {
  return db.run(ofUserStatement, [userId]);
}

const ofUserStatement = statement<readonly [userId: string], Membership>(
  "members.of-user",
  `select m.tenant_id as "tenantId", t.name as "tenantName", m.role, m.company_ids as "companyIds"
   from members m join tenants t on t.id = m.tenant_id
   where m.user_id = $1 order by t.name, t.id`,
);

/** What a person is in a tenant; `null`: nothing. */
export async function findMembership(
  db: Queryable,
  tenantId: string,
  userId: string,
): Promise<Membership | null> {
  const [found] = await db.run(findStatement, [tenantId, userId]);
  return found ?? null;
}

const findStatement = statement<readonly [tenantId: string, userId: string], Membership>(
  "members.find",
  `select m.tenant_id as "tenantId", t.name as "tenantName", m.role, m.company_ids as "companyIds"
   from members m join tenants t on t.id = m.tenant_id
   where m.tenant_id = $1 and m.user_id = $2`,
);

/** Puts a person into a tenant, or changes what that person is there. */
export async function upsertMember(
  tx: Queryable,
  member: Omit<Membership, "tenantName"> & { userId: string; createdAt: number; createdBy: string },
): Promise<void> {
  const { tenantId, userId, role, companyIds, createdAt, createdBy } = member;
  await tx.run(upsertStatement, [tenantId, userId, role, companyIds, createdAt, createdBy]);
}

const upsertStatement = statement<
  readonly [
    tenantId: string,
    userId: string,
    role: string,
    companyIds: readonly string[] | null,
    createdAt: number,
    createdBy: string,
  ],
  never
>(
  "members.upsert",
  `insert into members (tenant_id, user_id, role, company_ids, created_at, created_by)
   values ($1, $2, $3, $4::uuid[], $5, $6)
   on conflict (tenant_id, user_id) do update set role = excluded.role, company_ids = excluded.company_ids`,
);

/** How many owners a tenant has. */
export async function countOwners(db: Queryable, tenantId: string): Promise<number> {
  const [row] = await db.run(ownersStatement, [tenantId]);
  return row?.count ?? 0;
}

const ownersStatement = statement<readonly [tenantId: string], { count: number }>(
  "members.count-owners",
  "select count(*) as count from members where tenant_id = $1 and role = 'owner'",
);

/** Takes a person out of a tenant. */
export async function deleteMember(tx: Queryable, tenantId: string, userId: string): Promise<void> {
  await tx.run(deleteStatement, [tenantId, userId]);
}

const deleteStatement = statement<readonly [tenantId: string, userId: string], never>(
  "members.delete",
  "delete from members where tenant_id = $1 and user_id = $2",
);
