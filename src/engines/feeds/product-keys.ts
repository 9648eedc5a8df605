import { type VulnerabilityRecord, parseCpe, productKey } from "#engines/vulnerability-types";
import { isNothing } from "./nvd-affected.ts";

const maxKey = 300;

/**
 * The keys under which a record is looked up, such as `openbsd:openssh`: of each CPE that is vulnerable, and of each product
 * that the CNA names, in small letters with `_` for spaces (`F5`, `NGINX Open Source` is `f5:nginx_open_source`). A
 * rejected record has none.
 */
export function productKeysOf(record: VulnerabilityRecord): string[] {
  if (record.status === "Rejected") return [];
  const keys = new Set<string>();
  const add = (vendor: string, product: string): void => {
    if (isNothing(vendor) || isNothing(product)) return;
    const key = productKey({ vendor, product });
    if (key.length <= maxKey) keys.add(key);
  };
  const addCpe = (criteria: string): void => {
    const { vendor, product } = productOf(criteria) ?? { vendor: "", product: "" };
    add(vendor, product);
  };
  for (const { nodes } of record.configurations) {
    for (const { cpeMatch } of nodes) {
      for (const { criteria, vulnerable } of cpeMatch) if (vulnerable) addCpe(criteria);
    }
  }
  for (const { vendor, product, packageName, cpes } of record.affected) {
    add(normalised(vendor), normalised(product));
    if (packageName !== undefined) add(normalised(vendor), normalised(packageName));
    for (const cpe of cpes ?? []) addCpe(cpe);
  }
  return [...keys];
}

/** NVD names a million CPEs; those without an escaped character need no careful reading. */
function productOf(criteria: string): { vendor: string; product: string } | null {
  if (criteria.includes("\\") || !criteria.startsWith("cpe:2.3:")) return parseCpe(criteria);
  const [, , , vendor = "", product = ""] = criteria.toLowerCase().split(":", 5);
  return { vendor, product };
}

function normalised(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, "_");
}
