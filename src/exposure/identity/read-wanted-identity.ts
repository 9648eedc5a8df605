import { ruleCategories } from "#engines/directory-types";
import { findingStatuses } from "#exposure/life-cycle";
import { severities } from "#lib/severity";
import {
  type Query,
  oneValue,
  parseIds,
  parseSearch,
  parseTexts,
  parseWords,
  wrongParameter,
} from "#platform/pagination";
import type { WantedIdentityFindings } from "./identity-table.queries.ts";

const dayMs = 86_400_000;

/**
 * Reads the filters of the console's addresses.
 *
 * @param companyIds what the person may see; `null`: all.
 * @param now epoch milliseconds: ages are counted from it.
 * @throws Problem `invalid_request` that names the parameter.
 */
export function readWantedIdentity(
  query: Query,
  companyIds: readonly string[] | null,
  now: number,
): WantedIdentityFindings {
  const severity = parseWords(query, "severity", severities);
  const [youngest, oldest] = [parseDays(query, "minAgeDays"), parseDays(query, "maxAgeDays")];
  return [
    companyIds,
    parseWords(query, "status", findingStatuses),
    severity?.map((one) => severities.indexOf(one)) ?? null,
    parseIds(query, "directory"),
    parseTexts(query, "rule"),
    parseWords(query, "category", ruleCategories),
    parseTexts(query, "targetType"),
    oldest === null ? null : now - oldest * dayMs,
    youngest === null ? null : now - youngest * dayMs,
    parseSearch(query)?.toLowerCase() ?? null,
  ];
}

/** Whole days. @throws Problem `invalid_request` that names the parameter. */
function parseDays(query: Query, name: string): number | null {
  const text = oneValue(query, name);
  if (text === null || text === "") return null;
  if (!/^\d{1,5}$/.test(text)) throw wrongParameter(name, "must be a whole number of days");
  return Number(text);
}
