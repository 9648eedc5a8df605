import { type FindingStatus, findingStatuses } from "#exposure/life-cycle";
import { severities } from "#lib/severity";
import {
  type Query,
  oneValue,
  parseIds,
  parseSearch,
  parseTexts,
  parseWords,
  parseYesNo,
  wrongParameter,
} from "#platform/pagination";
import type { WantedFindings } from "./finding-filter.queries.ts";
import { detectors } from "./life-cycle.ts";

const dayMs = 86_400_000;
const kinds = ["cve", "check"] as const;

/**
 * Reads the filters of the console's addresses.
 *
 * @param companyIds what the person may see; `null`: all.
 * @param now epoch milliseconds: ages are counted from it.
 * @throws Problem `invalid_request` that names the parameter.
 */
export function readWantedFindings(
  query: Query,
  companyIds: readonly string[] | null,
  now: number,
): WantedFindings {
  const severity = parseWords(query, "severity", severities);
  const [kind, ...moreKinds] = parseWords(query, "kind", kinds) ?? [];
  const youngest = parseNumber(query, "minAgeDays", 36_500);
  const oldest = parseNumber(query, "maxAgeDays", 36_500);
  return [
    companyIds,
    statusesOf(query),
    severity?.map((one) => severities.indexOf(one)) ?? null,
    parseYesNo(query, "kev"),
    parseNumber(query, "minEpss", 1),
    parseNumber(query, "minConfidence", 100),
    parseIds(query, "site"),
    parseIds(query, "company"),
    parseIds(query, "asset"),
    parseWords(query, "detector", detectors),
    kind === undefined || moreKinds.some((other) => other !== kind) ? null : kind === "cve",
    // CVEs are written in capitals, names of checks as they are.
    parseTexts(query, "weakness")?.map((one) => one.replace(/^cve-/i, "CVE-")) ?? null,
    oldest === null ? null : Math.floor(now - oldest * dayMs),
    youngest === null ? null : Math.floor(now - youngest * dayMs),
    parseYesNo(query, "fix"),
    parseSearch(query)?.toLowerCase() ?? null,
  ];
}

/** Those that are to be worked on, unless others are asked for; `null`: whichever. */
function statusesOf(query: Query): readonly FindingStatus[] | null {
  const wanted = parseWords(query, "status", [...findingStatuses, "any"]);
  if (wanted === null) return ["open", "in_progress"];
  return wanted.includes("any") ? null : wanted.filter((one) => one !== "any");
}

/** A number from 0 on, in digits with at most one dot. @throws Problem `invalid_request` that names the parameter. */
function parseNumber(query: Query, name: string, max: number): number | null {
  const text = oneValue(query, name);
  if (text === null || text === "") return null;
  const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) throw wrongParameter(name, `must be a number from 0 to ${max}`);
  return value;
}
