import type { Client } from "pg";

/** What is in use, and what was read from the files. */
export interface VulnerabilityCounts {
  used: number;
  read: number;
}

/** Product keys are gathered beside the records, since of several records of a CVE only one stays. */
export async function makeProductKeys(client: Client): Promise<void> {
  await client.query(
    "create temporary table product_keys (product_key text, cve text, modified_at bigint) on commit drop",
  );
}

/** Leaves out what is older than the record in use. */
export async function deleteOutdated(client: Client): Promise<void> {
  await client.query(
    `delete from vulnerabilities_next n using vulnerabilities v
     where v.cve = n.cve and v.modified_at > coalesce(n.modified_at, 0)`,
  );
}

/** How many records are in use, and how many were read beside them. */
export async function countVulnerabilities(client: Client): Promise<VulnerabilityCounts> {
  const { rows } = await client.query<VulnerabilityCounts>(
    "select (select count(*) from vulnerabilities) as used, (select count(*) from vulnerabilities_next) as read",
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error("PostgreSQL does not count");
  return counts;
}

/** The keys of the records that stayed. */
export async function insertProductKeys(client: Client): Promise<void> {
  await client.query("analyze product_keys; analyze vulnerabilities_next");
  await client.query(
    `insert into vulnerability_products_next (product_key, cve)
     select distinct k.product_key, k.cve from product_keys k
     join vulnerabilities_next n on n.cve = k.cve and n.modified_at is not distinct from k.modified_at`,
  );
}

/** Takes over what the files do not have. */
export async function carryVulnerabilities(client: Client): Promise<void> {
  await client.query(
    `insert into vulnerability_products_next select p.* from vulnerability_products p
     where not exists (select from vulnerabilities_next n where n.cve = p.cve)`,
  );
  await client.query(
    `insert into vulnerabilities_next select v.* from vulnerabilities v
     where not exists (select from vulnerabilities_next n where n.cve = v.cve)`,
  );
}

/** Puts what was read into the tables in use: for a few records among many. */
export async function mergeVulnerabilities(client: Client): Promise<void> {
  await client.query(
    "delete from vulnerability_products p using vulnerabilities_next n where n.cve = p.cve",
  );
  await client.query(
    `insert into vulnerabilities select * from vulnerabilities_next
     on conflict (cve) do update set status = excluded.status, disputed = excluded.disputed,
       description = excluded.description, published_at = excluded.published_at,
       modified_at = excluded.modified_at, scores = excluded.scores, ssvc = excluded.ssvc, cwes = excluded.cwes,
       reference_urls = excluded.reference_urls, configurations = excluded.configurations,
       affected = excluded.affected`,
  );
  await client.query(
    "insert into vulnerability_products select * from vulnerability_products_next",
  );
  await client.query("drop table vulnerabilities_next, vulnerability_products_next");
}

/** Takes over the releases that the files do not name. */
export async function carryDebian(client: Client): Promise<void> {
  await client.query(
    `insert into debian_entries_next select d.* from debian_entries d
     where d.release not in (select distinct release from debian_entries_next)`,
  );
}

/** Takes over the ecosystems that no archive replaces, but for advisories that were read anew. */
export async function carryOsv(client: Client, replaced: readonly string[]): Promise<void> {
  await client.query("analyze osv_entries_next");
  await client.query(
    `insert into osv_entries_next select o.* from osv_entries o
     where split_part(o.ecosystem, ':', 1) <> all ($1)
       and not exists (select from osv_entries_next n
         where n.ecosystem = o.ecosystem and n.package = o.package and n.id = o.id)`,
    [replaced],
  );
}
