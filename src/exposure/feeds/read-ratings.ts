import type { CvssScore, Ssvc } from "#engines/vulnerability-types";
import type { Queryable } from "#platform/db";
import { type RatingRow, listRatings } from "./knowledge.queries.ts";

/** How bad a CVE is and how likely it is exploited, as the feeds have it. */
export interface Rating {
  cve: string;
  /** Empty when the NVD feed has no record of it. */
  description: string;
  scores: CvssScore[];
  ssvc: Ssvc | null;
  references: string[];
  kev: {
    name: string;
    dateAdded: number;
    dueDate: number | null;
    requiredAction: string;
    ransomware: boolean;
  } | null;
  /** Both 0 to 1. */
  epss: { score: number; percentile: number } | null;
}

const cvesPerQuery = 5_000;

/** Ratings by CVE id; those that no feed knows are left out. Errors: as `Queryable.run`. */
export async function readRatings(
  db: Queryable,
  cves: readonly string[],
): Promise<Map<string, Rating>> {
  const wanted = [...new Set(cves)];
  const ratings = new Map<string, Rating>();
  for (let at = 0; at < wanted.length; at += cvesPerQuery) {
    const rows = await db.run(listRatings, [wanted.slice(at, at + cvesPerQuery)]);
    for (const row of rows) ratings.set(row.cve, toRating(row));
  }
  return ratings;
}

function toRating(row: RatingRow): Rating {
  const { kevName, dateAdded, dueDate, requiredAction, ransomware } = row;
  const isKev = kevName !== null && dateAdded !== null && requiredAction !== null;
  return {
    cve: row.cve,
    description: row.description ?? "",
    scores: row.scores ?? [],
    ssvc: row.ssvc,
    references: row.references ?? [],
    kev: isKev
      ? { name: kevName, dateAdded, dueDate, requiredAction, ransomware: ransomware === true }
      : null,
    epss:
      row.epssScore === null || row.epssPercentile === null
        ? null
        : { score: row.epssScore, percentile: row.epssPercentile },
  };
}
