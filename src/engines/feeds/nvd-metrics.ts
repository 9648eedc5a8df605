import type { CvssScore, Ssvc } from "#engines/vulnerability-types";
import { DamagedFeed } from "./feed-error.ts";
import { type Fields, asObject, asObjects, requiredText, textOr } from "./fields.ts";

/** NVD 2.0 keeps each version of CVSS under a name of its own; newest first here. */
const metricNames = [
  ["cvssMetricV40", "4.0"],
  ["cvssMetricV31", "3.1"],
  ["cvssMetricV30", "3.0"],
  ["cvssMetricV2", "2.0"],
] as const;

const maxVector = 400;

/** Every CVSS score of a record, of every source. @throws DamagedFeed that names the CVE and the field. */
export function scoresOf(value: unknown, cve: string): CvssScore[] {
  const metrics = value === undefined ? {} : asObject(value, `${cve}: metrics`);
  return metricNames.flatMap(([name, version]) =>
    asObjects(metrics[name], `${cve}: ${name}`).map((metric) => {
      const data = asObject(metric["cvssData"], `${cve}: ${name}.cvssData`);
      return {
        version,
        base: baseScore(data, `${cve}: ${name}`),
        vector: requiredText(data["vectorString"], `${cve}: ${name}.vectorString`, maxVector),
        source: textOr(metric["source"], 200, ""),
        primary: metric["type"] === "Primary",
      };
    }),
  );
}

function baseScore({ baseScore: score }: Fields, what: string): number {
  if (typeof score === "number" && score >= 0 && score <= 10) return score;
  throw new DamagedFeed(`${what}.baseScore is no number from 0 to 10`);
}

const exploitations = ["none", "poc", "active"] as const;
const impacts = ["partial", "total"] as const;

/**
 * CISA's SSVC decision points (`ssvcV203`); of several the last. `null`: not said, or without exploitation, which is what
 * counts of it. @throws DamagedFeed that names the CVE and the field.
 */
export function ssvcOf(value: unknown, cve: string): Ssvc | null {
  const metrics = value === undefined ? {} : asObject(value, `${cve}: metrics`);
  const last = asObjects(metrics["ssvcV203"], `${cve}: ssvcV203`).at(-1);
  if (last === undefined) return null;
  const data = asObject(last["ssvcData"], `${cve}: ssvcData`);
  const options: Fields = Object.assign({}, ...asObjects(data["options"], `${cve}: SSVC options`));
  const exploitation = exploitations.find((word) => word === lower(options["exploitation"]));
  if (exploitation === undefined) return null;
  const automatable = lower(options["automatable"]);
  return {
    exploitation,
    automatable: automatable === "yes" ? true : automatable === "no" ? false : null,
    technicalImpact: impacts.find((word) => word === lower(options["technicalImpact"])) ?? null,
  };
}

function lower(value: unknown): string | null {
  return typeof value === "string" ? value.toLowerCase() : null;
}
