import { type Queryable, statement } from "#platform/db";
import { consoleTable } from "#platform/pagination";
import { type WantedFindings, matchesFinding } from "./finding-filter.queries.ts";
import type { FindingRow } from "./finding-row.ts";
import type { ChosenFinding } from "./joint-decision.ts";

/** What the table can be sorted by. `severity` ascends from the mildest, so that its dash brings the worst first. */
export const findingSorts = [
  "risk",
  "severity",
  "epss",
  "cvss",
  "confidence",
  "status",
  "firstSeen",
  "lastSeen",
  "asset",
] as const;

const from = `findings t
    join assets a on a.tenant_id = t.tenant_id and a.id = t.asset_id
    left join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
    left join companies y on y.tenant_id = a.tenant_id and y.id = a.company_id`;

const columns = `t.id, t.title, t.weakness, t.severity, t.status, t.status_at as "statusAt",
    t.accepted_until as "acceptedUntil", t.risk_score as "riskScore", t.cvss_score as "cvssScore",
    t.epss_score as "epssScore", t.kev, t.ransomware, t.confidence, t.asset_id as "assetId",
    coalesce(a.hostname, host(a.ip), a.id::text) as "assetName", host(a.ip) as "assetIp", s.name as "siteName",
    y.name as "companyName", nullif(t.protocol, '') as protocol, nullif(t.port, 0) as port, t.service,
    coalesce(t.affected_package, nullif(t.package, '')) as package, t.installed_version as "installedVersion",
    t.fixed_version as "fixedVersion",
    array_remove(array[case when t.scan_seen_at is not null then 'scan' end,
      case when t.agent_seen_at is not null then 'agent' end,
      case when t.import_seen_at is not null then 'import' end], null) as detectors,
    t.first_seen_at as "firstSeenAt", t.last_seen_at as "lastSeenAt"`;

/** The console's table of findings. */
export const findingTable = consoleTable<
  (typeof findingSorts)[number],
  [...WantedFindings],
  FindingRow
>("findings.console", (value) => ({
  from,
  matching: "findings t",
  columns,
  where: matchesFinding(value),
  sorts: {
    risk: "t.risk_score",
    severity: "-t.severity_rank",
    epss: "t.epss_score",
    cvss: "t.cvss_score",
    confidence: "t.confidence",
    status: "t.status",
    firstSeen: "t.first_seen_at",
    lastSeen: "t.last_seen_at",
    // Assets are put in their order first: numbers are sorted a hundred thousand at a time, names are not.
    asset: {
      expression: "names.place",
      join: `left join (
          select a.id, row_number() over (order by a.hostname nulls last, a.ip, a.id) as place
          from assets a where a.tenant_id = $1) as names on names.id = t.asset_id`,
    },
  },
}));

/** One finding as the table shows it, if it is of one of these companies; `null` companies: all. */
export const findFindingRow = statement<
  [tenantId: string, id: string, companyIds: readonly string[] | null],
  FindingRow
>(
  "findings.console-row",
  `select ${columns} from ${from}
   where t.tenant_id = $1 and t.id = $2 and ($3::uuid[] is null or a.company_id = any($3::uuid[]))`,
);

const riskiest = statement<
  [
    tenantId: string,
    companyIds: readonly string[] | null,
    statuses: readonly string[],
    limit: number,
  ],
  FindingRow
>(
  "findings.riskiest",
  // The index findings_of_tables is in this order, so only as many are read as it takes to find some.
  `with riskiest as materialized (
     select t.id from findings t
     where t.tenant_id = $1 and t.status = any($3::text[]) and ($2::uuid[] is null or t.asset_id in (
       select o.id from assets o where o.tenant_id = $1 and o.company_id = any($2::uuid[])))
     order by t.risk_score desc, t.id limit $4)
   select ${columns} from ${from}
   where t.tenant_id = $1 and t.id = any(array(select r.id from riskiest r))
   order by t.risk_score desc, t.id`,
);

/** Findings of some statuses and of these companies, the riskiest first; how many there are is not counted. */
export async function listRiskiestFindings(
  db: Queryable,
  tenantId: string,
  wanted: { companyIds: readonly string[] | null; statuses: readonly string[]; limit: number },
): Promise<FindingRow[]> {
  return db.run(riskiest, [tenantId, wanted.companyIds, wanted.statuses, wanted.limit]);
}

const chosen = statement<[tenantId: string, limit: number, ...WantedFindings], ChosenFinding>(
  "findings.chosen",
  `select t.id, t.status_at as "statusAt" from findings t
   where t.tenant_id = $1 and ${matchesFinding((position) => `$${2 + position}`)}
   order by t.risk_score desc, t.id limit $2`,
);

/** Findings that are wanted, the riskiest first: at most so many. */
export async function listChosenFindings(
  db: Queryable,
  tenantId: string,
  wanted: WantedFindings,
  limit: number,
): Promise<ChosenFinding[]> {
  return db.run(chosen, [tenantId, limit, ...wanted]);
}
