import type { PackageFacts } from "#engines/scan-types";
import { formatCpe } from "#engines/vulnerability-types";
import { replyText } from "../reply-text.ts";

/** A product as its own words name it. */
export interface IdentifiedProduct {
  product: string;
  /** With the update: `9.2p1`. */
  version?: string;
  /** CPE 2.3 formatted strings, the most specific first. */
  cpes: string[];
  /** Per cent: 80 where its own words name product and version, 70 without a version. */
  confidence: number;
  package?: PackageFacts;
}

/**
 * A row of our own collection of fingerprints. The pattern's group `version` is the version; `update` is what CPE writes
 * in its own field, such as `p1` or `rc2`.
 */
export interface ProductRule {
  readonly pattern: RegExp;
  readonly product: string;
  /** As NVD names it: `openbsd:openssh`, with `o:` or `h:` in front when it is no application. */
  readonly cpe?: string;
}

/** Much longer than any product names itself; it bounds the work of a pattern. */
const searchedLength = 2048;

/** The first row that fits. */
export function matchProduct(
  rules: readonly ProductRule[],
  text: string,
): IdentifiedProduct | null {
  const searched = text.slice(0, searchedLength);
  for (const rule of rules) {
    const match = rule.pattern.exec(searched);
    if (match !== null) return identified(rule, match.groups ?? {});
  }
  return null;
}

/** What NVD would call this product in this version; `version` and `update` where known. */
export function cpeOf(product: string, version?: string, update?: string): string {
  const parts = product.split(":");
  const part = parts.length === 3 ? parts.shift() : "a";
  const [vendor = "", name = ""] = parts;
  return formatCpe({
    part: part ?? "a",
    vendor,
    product: name,
    ...(version === undefined ? {} : { version: version.toLowerCase() }),
    ...(update === undefined ? {} : { update: update.toLowerCase() }),
  });
}

function identified(
  rule: ProductRule,
  groups: Record<string, string | undefined>,
): IdentifiedProduct {
  const version = shortened(groups["version"]);
  const update = shortened(groups["update"]);
  return {
    product: rule.product,
    ...(version === undefined ? {} : { version: version + (update ?? "") }),
    cpes: rule.cpe === undefined ? [] : [cpeOf(rule.cpe, version, update)],
    confidence: version === undefined ? 70 : 80,
  };
}

function shortened(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : replyText(text, 30);
}
