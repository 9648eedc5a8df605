import { type Queryable, statement } from "#platform/db";
import type { Role } from "#platform/members";

/** Somebody in a tenant, as its administrators see that person. */
export interface Person {
  userId: string;
  name: string;
  email: string;
  role: Role;
  companyIds: readonly string[] | null;
  hasSecondFactor: boolean;
  /** When any of the person's sessions was last used; `null`: none holds. */
  lastSeenAt: number | null;
  createdAt: number;
}

const personColumns = `m.user_id as "userId", u.name, u.email, m.role, m.company_ids as "companyIds",
  coalesce(u.two_factor_enabled, false) or exists (select from passkeys p where p.user_id = u.id) as "hasSecondFactor",
  (select (extract(epoch from max(s.updated_at)) * 1000)::bigint from sessions s
   where s.user_id = u.id and s.expires_at > now()) as "lastSeenAt",
  m.created_at as "createdAt"`;

/** Everybody in a tenant, by name. */
export async function listPeople(db: Queryable, tenantId: string): Promise<Person[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<readonly [tenantId: string], Person>(
  "people.list",
  `select ${personColumns} from members m join users u on u.id = m.user_id
   where m.tenant_id = $1 order by lower(u.name), u.email`,
);

/** Everybody in every tenant, for the operator of the installation. */
export async function listEverybody(
  db: Queryable,
): Promise<(Person & { tenantId: string; tenantName: string })[]> {
  return db.run(everybodyStatement, []);
}

const everybodyStatement = statement<
  readonly [],
  Person & { tenantId: string; tenantName: string }
>(
  "people.everybody",
  `select ${personColumns}, t.id as "tenantId", t.name as "tenantName"
   from members m join users u on u.id = m.user_id join tenants t on t.id = m.tenant_id
   order by t.name, lower(u.name), u.email`,
);

/** How many tenants a person is in. */
export async function countTenantsOf(db: Queryable, userId: string): Promise<number> {
  const [row] = await db.run(tenantsStatement, [userId]);
  return row?.count ?? 0;
}

const tenantsStatement = statement<readonly [userId: string], { count: number }>(
  "people.tenants-of",
  "select count(*) as count from members where user_id = $1",
);
