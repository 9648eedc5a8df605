import type { AffectedProduct, AffectedVersion } from "#engines/vulnerability-types";
import { type Fields, asObjects, textOr, textsOf } from "./fields.ts";

const maxName = 400;
const maxVersion = 1_000;
const maxCpe = 1_000;
const statuses = ["affected", "unaffected", "unknown"] as const;

/**
 * NVD 2.0 `affected[].affectedData[]`: what the CNA and CISA say in the terms of CVE record format 5. CNAs write these by
 * hand: an item without a product is left out, since nothing can be compared with it. What names neither vendor nor
 * product (`n/a`) is left out, too. @throws DamagedFeed that names the CVE and the field.
 */
export function affectedOf(value: unknown, cve: string): AffectedProduct[] {
  return asObjects(value, `${cve}: affected`)
    .flatMap(({ affectedData }) => asObjects(affectedData, `${cve}: affectedData`))
    .map((data) => productOf(data, cve))
    .filter(saysSomething);
}

function productOf(data: Fields, cve: string): AffectedProduct {
  const product: AffectedProduct = {
    vendor: textOr(data["vendor"], maxName, ""),
    product: textOr(data["product"], maxName, ""),
    versions: asObjects(data["versions"], `${cve}: versions`).flatMap((v) => versionOf(v, cve)),
  };
  const packageName = textOr(data["packageName"], maxName, null);
  if (packageName !== null) product.packageName = packageName;
  const cpes = textsOf(data["cpes"], `${cve}: cpes`, maxCpe);
  if (cpes.length > 0) product.cpes = cpes;
  const platforms = textsOf(data["platforms"], `${cve}: platforms`, maxName);
  if (platforms.length > 0) product.platforms = platforms;
  const defaultStatus = statusOf(data["defaultStatus"]);
  if (defaultStatus !== undefined) product.defaultStatus = defaultStatus;
  return product;
}

function versionOf(fields: Fields, cve: string): AffectedVersion[] {
  const version = textOr(fields["version"], maxVersion, null);
  if (version === null) return [];
  const read: AffectedVersion = { version, status: statusOf(fields["status"]) ?? "unknown" };
  for (const name of ["lessThan", "lessThanOrEqual", "versionType"] as const) {
    const text = textOr(fields[name], maxVersion, null);
    if (text !== null) read[name] = text;
  }
  const changes = asObjects(fields["changes"], `${cve}: changes`).flatMap((change) => {
    const at = textOr(change["at"], maxVersion, null);
    const status = textOr(change["status"], 20, null);
    return at === null || status === null ? [] : [{ at, status }];
  });
  if (changes.length > 0) read.changes = changes;
  return [read];
}

function statusOf(value: unknown): AffectedVersion["status"] | undefined {
  return statuses.find((status) => status === value);
}

function saysSomething({ product, packageName }: AffectedProduct): boolean {
  return !isNothing(product) || packageName !== undefined;
}

/** Whether a vendor or product is a way of saying none. */
export function isNothing(name: string): boolean {
  return /^(|n\/a|-|\*|unknown|unspecified)$/i.test(name.trim());
}
