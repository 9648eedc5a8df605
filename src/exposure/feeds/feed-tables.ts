import { type FeedRecords, productKeysOf } from "#engines/feeds";
import type { CopyValue } from "./copy-text.ts";
import type { FeedName } from "./feed.ts";

/** Rows for one table. */
export interface TableRows {
  /** A table of the schema: its rows go to the one that will take its place; or `product_keys`, which lives as long as the import. */
  table: string;
  columns: readonly string[];
  rows: CopyValue[][];
}

/** The tables that a feed fills, each of which is exchanged as a whole. */
export const feedTables: Readonly<Record<FeedName, readonly string[]>> = {
  nvd: ["vulnerabilities", "vulnerability_products"],
  kev: ["kev_entries"],
  epss: ["epss_scores"],
  debian: ["debian_entries"],
  osv: ["osv_entries"],
};

/** The rows of some records. */
export function toRows(batch: FeedRecords): TableRows[] {
  switch (batch.feed) {
    case "nvd":
      return vulnerabilityRows(batch.records);
    case "kev":
      return [
        {
          table: "kev_entries",
          columns: ["cve", "name", "date_added", "due_date", "required_action", "ransomware"],
          rows: batch.records.map((entry) => [
            entry.cve,
            entry.name,
            entry.dateAdded,
            entry.dueDate,
            entry.requiredAction,
            entry.ransomware,
          ]),
        },
      ];
    case "epss":
      return [
        {
          table: "epss_scores",
          columns: ["cve", "score", "percentile"],
          rows: batch.records.map(({ cve, score, percentile }) => [cve, score, percentile]),
        },
      ];
    case "debian":
      return debianRows(batch.records);
    case "osv":
      return osvRows(batch.records);
  }
}

function vulnerabilityRows(records: (FeedRecords & { feed: "nvd" })["records"]): TableRows[] {
  return [
    {
      table: "vulnerabilities",
      columns: [
        "cve",
        "status",
        "disputed",
        "description",
        "published_at",
        "modified_at",
        "scores",
        "ssvc",
        "cwes",
        "reference_urls",
        "configurations",
        "affected",
      ],
      rows: records.map((record) => [
        record.cve,
        record.status,
        record.disputed,
        record.description,
        record.publishedAt,
        record.modifiedAt,
        { json: record.scores },
        record.ssvc === null ? null : { json: record.ssvc },
        record.cwes,
        record.references,
        { json: record.configurations },
        { json: record.affected },
      ]),
    },
    {
      table: "product_keys",
      columns: ["product_key", "cve", "modified_at"],
      rows: records.flatMap((record) =>
        productKeysOf(record).map((key) => [key, record.cve, record.modifiedAt]),
      ),
    },
  ];
}

function debianRows(records: (FeedRecords & { feed: "debian" })["records"]): TableRows[] {
  return [
    {
      table: "debian_entries",
      columns: [
        "package",
        "cve",
        "release",
        "status",
        "fixed_version",
        "urgency",
        "nodsa",
        "repositories",
      ],
      rows: records.map((entry) => [
        entry.package,
        entry.cve,
        entry.release,
        entry.status,
        entry.fixedVersion,
        entry.urgency,
        entry.nodsa,
        entry.repositories,
      ]),
    },
  ];
}

function osvRows(records: (FeedRecords & { feed: "osv" })["records"]): TableRows[] {
  return [
    {
      table: "osv_entries",
      columns: [
        "ecosystem",
        "package",
        "id",
        "cves",
        "summary",
        "vector",
        "ranges",
        "versions",
        "withdrawn",
        "modified_at",
      ],
      rows: records.map((entry) => [
        entry.ecosystem,
        entry.package,
        entry.id,
        entry.cves,
        entry.summary,
        entry.vector,
        { json: entry.ranges },
        entry.versions,
        entry.withdrawn,
        entry.modifiedAt,
      ]),
    },
  ];
}
