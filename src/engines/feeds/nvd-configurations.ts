import type { Configuration, ConfigurationNode, CpeMatch } from "#engines/vulnerability-types";
import { DamagedFeed } from "./feed-error.ts";
import { type Fields, asObjects, cleanText, requiredText } from "./fields.ts";

const maxCriteria = 1_000;
const maxVersion = 400;
const bounds = [
  "versionStartIncluding",
  "versionStartExcluding",
  "versionEndIncluding",
  "versionEndExcluding",
] as const;

/** NVD 2.0 `configurations`, as they are. @throws DamagedFeed that names the CVE and the field. */
export function configurationsOf(value: unknown, cve: string): Configuration[] {
  return asObjects(value, `${cve}: configurations`).map((configuration) => ({
    ...logicOf(configuration, `${cve}: configurations`),
    nodes: asObjects(configuration["nodes"], `${cve}: nodes`).map((node) => nodeOf(node, cve)),
  }));
}

function nodeOf(node: Fields, cve: string): ConfigurationNode {
  const matches = asObjects(node["cpeMatch"], `${cve}: cpeMatch`);
  return {
    ...logicOf(node, `${cve}: nodes`),
    cpeMatch: matches.map((match) => cpeMatchOf(match, cve)),
  };
}

function cpeMatchOf(match: Fields, cve: string): CpeMatch {
  if (typeof match["vulnerable"] !== "boolean") {
    throw new DamagedFeed(`${cve}: a cpeMatch does not say whether it is vulnerable`);
  }
  const read: CpeMatch = {
    criteria: requiredText(match["criteria"], `${cve}: criteria`, maxCriteria),
    vulnerable: match["vulnerable"],
  };
  for (const bound of bounds) {
    const version = match[bound];
    if (version === undefined || version === null) continue;
    read[bound] = requiredText(version, `${cve}: ${bound}`, maxVersion);
  }
  return read;
}

/** Absent, the operator is OR: a single node needs none. */
function logicOf(fields: Fields, what: string): { operator: "AND" | "OR"; negate: boolean } {
  const { operator = "OR", negate = false } = fields;
  if (operator !== "AND" && operator !== "OR") {
    const shown = cleanText(JSON.stringify(operator) ?? "", 40);
    throw new DamagedFeed(`${what}: the operator is ${shown}, neither AND nor OR`);
  }
  if (typeof negate !== "boolean")
    throw new DamagedFeed(`${what}: negate is neither true nor false`);
  return { operator, negate };
}
