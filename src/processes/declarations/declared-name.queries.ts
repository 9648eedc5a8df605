import { type Queryable, type Statement, statement } from "#platform/db";
import { type ConsoleTable, consoleTable } from "#platform/pagination";
import type { DeclarationList } from "./list.ts";

/** Where a list is kept, and to which companies an item belongs. */
interface Place {
  from: string;
  name: string;
  /** True for what belongs to one of the companies `$n`; null: to none that could be told. */
  isOf: ((companies: string) => string) | null;
}

const ofCompany = (companies: string) => `t.company_id = any(${companies}::uuid[])`;
const ofSite = (companies: string) =>
  `exists (select from sites s where s.tenant_id = t.tenant_id and s.id = t.site_id
     and s.company_id = any(${companies}::uuid[]))`;

const places: Readonly<Record<DeclarationList, Place>> = {
  companies: {
    from: "companies t",
    name: "t.name",
    isOf: (companies) => `t.id = any(${companies}::uuid[])`,
  },
  collectors: { from: "collectors t", name: "t.name", isOf: null },
  sensors: { from: "sensors t", name: "t.declared_as", isOf: ofCompany },
  maintenance: {
    from: "maintenance_windows t",
    name: "t.name",
    // It names sensors and companies: whoever sees it may know all of them.
    isOf: (companies) => `cardinality(t.company_ids) + cardinality(t.sensor_ids) > 0
      and t.company_ids <@ ${companies}::uuid[]
      and not exists (select from unnest(t.sensor_ids) as named (id) where not exists (
        select from sensors s where s.tenant_id = t.tenant_id and s.id = named.id
          and s.company_id = any(${companies}::uuid[])))`,
  },
  sites: { from: "sites t", name: "t.name", isOf: ofCompany },
  probes: { from: "probes t", name: "t.name", isOf: null },
  scans: { from: "scans t", name: "t.name", isOf: ofSite },
  bundles: { from: "bundles t", name: "t.name", isOf: null },
  audits: { from: "audits t", name: "t.name", isOf: ofSite },
  directories: { from: "directories t", name: "t.name", isOf: ofSite },
};

type Values = readonly [
  companyIds: readonly string[] | null,
  search: string | null,
  id: string | null,
];

/** A name by which other declarations refer to something, and its id. */
export interface DeclaredName {
  id: string;
  name: string;
}

function tableOfNames(list: DeclarationList): ConsoleTable<"name", Values, DeclaredName> {
  const { from, name, isOf } = places[list];
  return consoleTable(`declarations.names.${list}`, (value) => ({
    from,
    columns: `t.id, ${name} as name`,
    where: `${name} is not null
      and (${value(1)}::uuid[] is null or ${isOf === null ? "false" : isOf(value(1))})
      and (${value(2)}::text is null or ${name} ilike ${value(2)})
      and (${value(3)}::uuid is null or t.id = ${value(3)})`,
    sorts: { name: `lower(${name})` },
  }));
}

type ByName = Statement<[tenantId: string, name: string], { id: string }>;

function byName(list: DeclarationList): ByName {
  const { from, name } = places[list];
  return statement(
    `declarations.by-name.${list}`,
    `select t.id from ${from} where t.tenant_id = $1 and ${name} = $2`,
  );
}

/** The same for every list. */
export const nameTables = {
  companies: tableOfNames("companies"),
  collectors: tableOfNames("collectors"),
  sensors: tableOfNames("sensors"),
  maintenance: tableOfNames("maintenance"),
  sites: tableOfNames("sites"),
  probes: tableOfNames("probes"),
  scans: tableOfNames("scans"),
  bundles: tableOfNames("bundles"),
  audits: tableOfNames("audits"),
  directories: tableOfNames("directories"),
} as const satisfies Readonly<Record<DeclarationList, unknown>>;

const byNames: Readonly<Record<DeclarationList, ByName>> = {
  companies: byName("companies"),
  collectors: byName("collectors"),
  sensors: byName("sensors"),
  maintenance: byName("maintenance"),
  sites: byName("sites"),
  probes: byName("probes"),
  scans: byName("scans"),
  bundles: byName("bundles"),
  audits: byName("audits"),
  directories: byName("directories"),
};

/** The id of what a list has under a name; `null`: nothing. */
export async function findIdByName(
  db: Queryable,
  tenantId: string,
  list: DeclarationList,
  name: string,
): Promise<string | null> {
  const [found] = await db.run(byNames[list], [tenantId, name]);
  return found?.id ?? null;
}
