import type { VulnerabilityRecord } from "#engines/vulnerability-types";
import { requireCveId } from "./cve-id.ts";
import {
  type Fields,
  asObject,
  asObjects,
  cleanText,
  requiredText,
  textOr,
  timeOr,
} from "./fields.ts";
import { affectedOf } from "./nvd-affected.ts";
import { configurationsOf } from "./nvd-configurations.ts";
import { scoresOf, ssvcOf } from "./nvd-metrics.ts";

const maxDescription = 4_000;
const maxReferences = 10;
const maxAddress = 2_000;
const maxCwes = 20;

/**
 * Reads one CVE of NVD 2.0, as it stands in `vulnerabilities[].cve` of an API page or a yearly feed, and cuts it to what
 * matching, rating and showing need.
 *
 * @throws DamagedFeed that names the CVE and the field.
 */
export function toVulnerabilityRecord(value: unknown): VulnerabilityRecord {
  const fields = asObject(value, "a CVE");
  const cve = requireCveId(fields["id"], "the id of a CVE");
  const description = descriptionOf(fields, cve);
  return {
    cve,
    status: requiredText(fields["vulnStatus"], `${cve}: vulnStatus`, 100),
    disputed: isDisputed(fields, cve) || description.startsWith("** DISPUTED **"),
    description,
    publishedAt: timeOr(fields["published"], `${cve}: published`, null),
    modifiedAt: timeOr(fields["lastModified"], `${cve}: lastModified`, null),
    scores: scoresOf(fields["metrics"], cve),
    ssvc: ssvcOf(fields["metrics"], cve),
    cwes: cwesOf(fields, cve),
    references: referencesOf(fields, cve),
    configurations: configurationsOf(fields["configurations"], cve),
    affected: affectedOf(fields["affected"], cve),
  };
}

function descriptionOf(fields: Fields, cve: string): string {
  const all = asObjects(fields["descriptions"], `${cve}: descriptions`);
  const english = all.find(({ lang }) => lang === "en") ?? all.find(({ lang }) => isEnglish(lang));
  return textOr(english?.["value"], maxDescription, "");
}

function isEnglish(lang: unknown): boolean {
  return typeof lang === "string" && /^en\b/i.test(lang);
}

function isDisputed(fields: Fields, cve: string): boolean {
  return asObjects(fields["cveTags"], `${cve}: cveTags`).some(
    ({ tags }) => Array.isArray(tags) && tags.includes("disputed"),
  );
}

function cwesOf(fields: Fields, cve: string): string[] {
  const found = asObjects(fields["weaknesses"], `${cve}: weaknesses`)
    .flatMap(({ description }) => asObjects(description, `${cve}: weaknesses`))
    .flatMap(({ value }) =>
      typeof value === "string" && /^CWE-\d{1,6}$/.test(value) ? [value] : [],
    );
  return [...new Set(found)].slice(0, maxCwes);
}

function referencesOf(fields: Fields, cve: string): string[] {
  const found = new Set<string>();
  for (const { url } of asObjects(fields["references"], `${cve}: references`)) {
    if (typeof url !== "string" || url.length > maxAddress || !/^https?:\/\//i.test(url)) continue;
    found.add(cleanText(url, maxAddress));
    if (found.size === maxReferences) break;
  }
  return [...found];
}
