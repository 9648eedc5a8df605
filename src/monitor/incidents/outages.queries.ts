import { type Queryable, statement } from "#platform/db";

/** One outage of a sensor: an incident, as far as it reaches into a span. */
export interface OutageRow {
  id: string;
  fromAt: number;
  toAt: number;
  isOpen: boolean;
  cause: string;
}

/** More in one chart cannot be told apart: the newest are kept. */
const atMost = 1000;

const outages = statement<
  [tenantId: string, sensorId: string, fromAt: number, toAt: number],
  OutageRow
>(
  "incidents.outages",
  `select id, opened_at as "fromAt", coalesce(closed_at, greatest($4, opened_at)) as "toAt", closed_at is null as "isOpen", cause
   from incidents
   where tenant_id = $1 and subject_id = $2 and kind = 'sensor' and opened_at < $4 and (closed_at is null or closed_at > $3)
   order by opened_at desc limit ${atMost}`,
);

/** The outages of a sensor that reach into a span, the oldest first; one that is open ends with the span. */
export async function listOutages(
  db: Queryable,
  tenantId: string,
  sensorId: string,
  { fromAt, toAt }: { readonly fromAt: number; readonly toAt: number },
): Promise<OutageRow[]> {
  return (await db.run(outages, [tenantId, sensorId, fromAt, toAt])).toReversed();
}

const outagesAbove = statement<
  [tenantId: string, sensorId: string, fromAt: number, toAt: number],
  { fromAt: number; toAt: number }
>(
  "incidents.outages-above",
  `with recursive above as (
     select parent_id as id from sensors where tenant_id = $1 and id = $2 and parent_id is not null
     union
     select s.parent_id from above a join sensors s on s.tenant_id = $1 and s.id = a.id where s.parent_id is not null)
   select opened_at as "fromAt", coalesce(closed_at, greatest($4, opened_at)) as "toAt"
   from incidents
   where tenant_id = $1 and subject_id in (select id from above) and kind = 'sensor'
     and opened_at < $4 and (closed_at is null or closed_at > $3)
   order by opened_at desc limit ${atMost}`,
);

/** The outages that reach into a span of its parent, and of all parents above that, the newest first. */
export async function listOutagesAbove(
  db: Queryable,
  tenantId: string,
  sensorId: string,
  { fromAt, toAt }: { readonly fromAt: number; readonly toAt: number },
): Promise<{ fromAt: number; toAt: number }[]> {
  return db.run(outagesAbove, [tenantId, sensorId, fromAt, toAt]);
}
