import type { DirectoryType } from "#engines/directory-types";
import { type Severity, severities } from "#lib/severity";
import type { List } from "#platform/http";
import { readTableList, wantedId } from "#platform/pagination";
import {
  directoryIdentityList,
  hostIdentityList,
  identityList,
  ruleIdentityList,
  siteIdentityList,
} from "./identity-list.queries.ts";
import type { ListedIdentityFinding } from "./listed-identity-finding.ts";

/** Which identity findings are wanted; `null`: whichever. */
export interface IdentityFindingFilter {
  readonly siteId: string | null;
  readonly directoryId: string | null;
  readonly source: DirectoryType | null;
  readonly severity: Severity | null;
  readonly category: string | null;
  readonly ruleId: string | null;
  /** A computer's host name, in whatever case. */
  readonly host: string | null;
}

const name = "identityFindings";

/**
 * The tenant's identity findings that are open or in progress, the most severe first. A site, directory, category, rule or host
 * that there is not has none.
 */
export function listIdentityFindings(
  tenantId: string,
  filter: IdentityFindingFilter,
): List<ListedIdentityFinding> {
  const siteId = filter.siteId === null ? null : wantedId(filter.siteId);
  const directoryId = filter.directoryId === null ? null : wantedId(filter.directoryId);
  const [ruleId, host] = [wantedText(filter.ruleId), wantedText(filter.host)?.toLowerCase()];
  const { source, severity } = filter;
  const rest = [...ranksOf(severity), source, wantedText(filter.category)] as const;
  if (host !== undefined) {
    const values = [...rest, host, ruleId, directoryId, siteId] as const;
    return readTableList(name, hostIdentityList, tenantId, [...values]);
  }
  if (ruleId !== null)
    return readTableList(name, ruleIdentityList, tenantId, [...rest, ruleId, directoryId, siteId]);
  if (directoryId !== null)
    return readTableList(name, directoryIdentityList, tenantId, [...rest, directoryId, siteId]);
  return siteId === null
    ? readTableList(name, identityList, tenantId, [...rest])
    : readTableList(name, siteIdentityList, tenantId, [...rest, siteId]);
}

/** As the column `list_rank` of the table is made. */
const ranksOfSeverity = 2_000_000_000_000_000;

function ranksOf(severity: Severity | null): [lowest: number, highest: number] {
  const lowest = severity === null ? 0 : severities.indexOf(severity);
  const highest = severity === null ? severities.length - 1 : lowest;
  return [(lowest - 1) * ranksOfSeverity + 1, highest * ranksOfSeverity];
}

/** A text that PostgreSQL takes: what nothing can be called becomes what nothing is called. */
function wantedText(text: string | null): string | null {
  return text !== null && (text.includes("\0") || !text.isWellFormed()) ? "" : text;
}
