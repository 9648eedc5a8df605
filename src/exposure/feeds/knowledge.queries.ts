import type {
  CvssScore,
  DebianEntry,
  OsvEntry,
  Ssvc,
  VulnerabilityRecord,
} from "#engines/vulnerability-types";
import { statement } from "#platform/db";

export const listCvesOfProducts = statement<
  readonly [productKeys: string[]],
  { productKey: string; cves: string[] }
>(
  "feeds.cves-of-products",
  `select product_key as "productKey", array_agg(cve order by cve) as cves
   from vulnerability_products where product_key = any($1) group by product_key`,
);

export const listVulnerabilities = statement<readonly [cves: string[]], VulnerabilityRecord>(
  "feeds.vulnerabilities",
  `select cve, status, disputed, description, published_at as "publishedAt", modified_at as "modifiedAt",
     scores, ssvc, cwes, reference_urls as references, configurations, affected
   from vulnerabilities where cve = any($1)`,
);

export const listDebianEntries = statement<readonly [packages: string[]], DebianEntry>(
  "feeds.debian-entries",
  `select package, cve, release, status, fixed_version as "fixedVersion", urgency, nodsa, repositories
   from debian_entries where package = any($1) order by package, cve, release`,
);

export const listOsvEntries = statement<
  readonly [ecosystems: string[], packages: string[]],
  OsvEntry
>(
  "feeds.osv-entries",
  `select o.id, o.cves, o.ecosystem, o.package, o.summary, o.vector, o.ranges, o.versions, o.withdrawn,
     o.modified_at as "modifiedAt"
   from unnest($1::text[], $2::text[]) as wanted (ecosystem, package)
   join osv_entries o on o.ecosystem = wanted.ecosystem and o.package = wanted.package
   order by o.ecosystem, o.package, o.id`,
);

/** What is known of a CVE besides what it affects. */
export interface RatingRow {
  cve: string;
  description: string | null;
  scores: CvssScore[] | null;
  ssvc: Ssvc | null;
  references: string[] | null;
  kevName: string | null;
  dateAdded: number | null;
  dueDate: number | null;
  requiredAction: string | null;
  ransomware: boolean | null;
  epssScore: number | null;
  epssPercentile: number | null;
}

export const listRatings = statement<readonly [cves: string[]], RatingRow>(
  "feeds.ratings",
  `select wanted.cve, v.description, v.scores, v.ssvc, v.reference_urls as references, k.name as "kevName",
     k.date_added as "dateAdded", k.due_date as "dueDate", k.required_action as "requiredAction", k.ransomware,
     e.score as "epssScore", e.percentile as "epssPercentile"
   from unnest($1::text[]) as wanted (cve)
   left join vulnerabilities v on v.cve = wanted.cve
   left join kev_entries k on k.cve = wanted.cve
   left join epss_scores e on e.cve = wanted.cve
   where v.cve is not null or k.cve is not null or e.cve is not null`,
);

/** In which of these releases of Debian the tracker has anything of these source packages. */
export const listTrackedDebian = statement<
  readonly [releases: string[], packages: string[]],
  { release: string }
>(
  "feeds.tracked-debian",
  `select release from unnest($1::text[]) as wanted (release)
   where exists (select from debian_entries d where d.release = wanted.release and d.package = any($2))`,
);

/** Which of these ecosystems OSV has anything of. */
export const listTrackedOsv = statement<readonly [ecosystems: string[]], { ecosystem: string }>(
  "feeds.tracked-osv",
  `select ecosystem from unnest($1::text[]) as wanted (ecosystem)
   where exists (select from osv_entries o where o.ecosystem = wanted.ecosystem)`,
);
