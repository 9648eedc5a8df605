import { type Severity, severities } from "#lib/severity";
import type { List } from "#platform/http";
import { readTableList, wantedId } from "#platform/pagination";
import {
  assetFindingList,
  cveFindingList,
  findingList,
  siteFindingList,
} from "./finding-list.queries.ts";
import type { ListedFinding } from "./listed-finding.ts";

/** Which findings are wanted; `null`: whichever. */
export interface FindingFilter {
  siteId: string | null;
  assetId: string | null;
  cve: string | null;
  severity: Severity | null;
  /** Per cent. */
  minConfidence: number | null;
}

const name = "findings";

/**
 * The tenant's findings that are open or in progress, the most severe first. A site, asset or CVE that there is not has
 * none.
 */
export function listFindings(tenantId: string, filter: FindingFilter): List<ListedFinding> {
  const siteId = filter.siteId === null ? null : wantedId(filter.siteId);
  const cve = filter.cve === null ? null : wantedCve(filter.cve);
  const span = [...ranksOf(filter.severity), filter.minConfidence ?? 0] as const;
  if (filter.assetId !== null) {
    const values = [...span, wantedId(filter.assetId), siteId, cve] as const;
    return readTableList(name, assetFindingList, tenantId, [...values]);
  }
  if (cve !== null) return readTableList(name, cveFindingList, tenantId, [...span, cve, siteId]);
  return siteId === null
    ? readTableList(name, findingList, tenantId, [...span])
    : readTableList(name, siteFindingList, tenantId, [...span, siteId]);
}

/** As the column `list_rank` of the table is made. */
const ranksOfSeverity = 2048;

function ranksOf(severity: Severity | null): [lowest: number, highest: number] {
  if (severity === null) return [0, severities.length * ranksOfSeverity - 1];
  const lowest = severities.indexOf(severity) * ranksOfSeverity;
  return [lowest, lowest + ranksOfSeverity - 1];
}

/** What cannot be a CVE becomes a word that is none, so that the list is empty. */
function wantedCve(text: string): string {
  const cve = text.toUpperCase();
  return /^CVE-\d{4}-\d{4,19}$/.test(cve) ? cve : "none";
}
