import { type Queryable, statement } from "#platform/db";

/** How many see only some companies, with one among them: now, and once they take their invitations. */
export interface LimitedPeople {
  people: number;
  invitations: number;
}

/** Of each company that somebody is limited to, by its id. @param now Unix epoch milliseconds. */
export async function listLimitedPeople(
  db: Queryable,
  tenantId: string,
  now: number,
): Promise<ReadonlyMap<string, LimitedPeople>> {
  const rows = await db.run(limitedStatement, [tenantId, now]);
  return new Map(rows.map(({ id, people, invitations }) => [id, { people, invitations }]));
}

const limitedStatement = statement<
  readonly [tenantId: string, now: number],
  LimitedPeople & { id: string }
>(
  "apply.limited-people",
  `select id, sum(person)::int as people, sum(invitation)::int as invitations from (
     select unnest(company_ids) as id, 1 as person, 0 as invitation from members where tenant_id = $1
     union all
     select unnest(company_ids), 0, 1 from invitations where tenant_id = $1 and expires_at > $2
   ) as limited group by id`,
);
