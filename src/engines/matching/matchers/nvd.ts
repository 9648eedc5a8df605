/*
 * Software against NVD's configurations: the last in the order of authority, judged by upstream versions alone.
 */
import type { Cpe, VulnerabilityRecord } from "#engines/vulnerability-types";
import { type Judgement, judgement, unknownPlatformLoss } from "../judgement.ts";
import { isPlatform, platformOfCpe } from "../platforms.ts";
import { mayReach, type Product, type Subject } from "../subject.ts";
import { compareToEnd, isVersion, type UpstreamVersion } from "../upstream-version.ts";
import { type CompiledConfiguration, type CompiledRow, configurationsOf } from "./configuration.ts";
import {
  and,
  no,
  not,
  or,
  truncatedVersion,
  type Truth,
  unknownPlatform,
  unknownVersion,
  yes,
} from "./truth.ts";

/** `null`: NVD does not name this product. */
export function judgeByNvd(subject: Subject, record: VulnerabilityRecord): Judgement | null {
  if (!hasProduct(subject)) return null;
  return judgeProduct(subject, record);
}

function judgeProduct(ours: Ours, record: VulnerabilityRecord): Judgement | null {
  const { product } = ours;
  const naming = configurationsOf(record).filter(({ products }) =>
    product.keys.some((key) => products.has(key)),
  );
  if (naming.length === 0) return null;
  const held = naming.map((configuration) => ({
    configuration,
    truth: evaluate(configuration, ours),
  }));
  const truth = or(held.map(({ truth }) => truth));
  const { confidence } = ours.software;
  if (truth.holds === "no") {
    const reason = (): string => {
      const rows = naming.flatMap((configuration) => ourRows(configuration, product));
      return `NVD's ranges for ${nameOf(ours, rows)} (${rangesText(rows)}) do not hold for ${subjectText(ours)}.`;
    };
    return judgement({ source: "nvd", verdict: "not_affected", confidence, reason });
  }
  const deciding = held.find((one) => one.truth === truth)?.configuration ?? naming[0];
  const rows = deciding === undefined ? [] : ourRows(deciding, product);
  const hits = rows.filter((row) => rowTruth(row, ours).holds !== "no");
  const shown = hits.length === 0 ? rows : hits;
  return judgement({
    source: "nvd",
    verdict: "affected",
    confidence: Math.min(
      truth.cap,
      Math.max(0, confidence - (truth.unknownPlatform ? unknownPlatformLoss : 0)),
    ),
    reason: () =>
      `NVD lists ${nameOf(ours, shown)} ${rangesText(shown)} as vulnerable; this is ${subjectText(ours)}.` +
      doubtsText(truth, deciding),
    weak: truth.cap < 100,
    fixedVersion: truth.cap < 100 ? null : fixedIn(shown),
  });
}

/** A subject that has a product. */
interface Ours extends Subject {
  readonly product: Product;
}

function hasProduct(subject: Subject): subject is Ours {
  return subject.product !== null;
}

function ourRows(configuration: CompiledConfiguration, { keys }: Product): CompiledRow[] {
  return configuration.nodes
    .flatMap((node) => node.rows)
    .filter((row) => row.vulnerable && keys.includes(row.key));
}

function evaluate({ operator, negate, nodes }: CompiledConfiguration, ours: Ours): Truth {
  const { keys } = ours.product;
  const truths = nodes.map((node) => {
    const named = node.rows.some((row) => row.vulnerable && keys.includes(row.key));
    // Of alternatives, only those that name this software can make it vulnerable.
    if (!named && operator === "OR" && nodes.length > 1) return no;
    const rows = node.rows.map((row) =>
      named && node.operator === "OR" && !keys.includes(row.key) ? no : rowTruth(row, ours),
    );
    const truth = node.operator === "AND" ? and(rows) : or(rows);
    return node.negate ? not(truth) : truth;
  });
  const truth = operator === "AND" ? and(truths) : or(truths);
  return negate ? not(truth) : truth;
}

function rowTruth(row: CompiledRow, ours: Ours): Truth {
  const { product, companions } = ours;
  const named = product.keys.includes(row.key)
    ? product
    : companions.find(({ keys }) => keys.includes(row.key));
  if (named === undefined) return companionTruth(row.cpe, ours);
  return and([versionTruth(row, named), editionTruth(row.cpe, named.cpe, ours)]);
}

/** Something else that has to be there: its platform may be known, other software on the host is not. */
function companionTruth(cpe: Cpe, { software }: Subject): Truth {
  const platform = platformOfCpe(cpe);
  if (platform === null || software.platform === null) return unknownPlatform;
  if (platform !== software.platform) return no;
  // Windows in general, or the Linux kernel: enough. A distribution by name must be ours.
  if (platform !== "linux" || cpe.vendor === "linux") return yes;
  const distribution = software.package?.distribution ?? "other";
  if (distribution === "other") return unknownPlatform;
  return distributionVendors[cpe.vendor] === distribution ? yes : no;
}

const distributionVendors: Readonly<Record<string, string>> = {
  debian: "debian",
  canonical: "ubuntu",
  redhat: "rhel",
  alpinelinux: "alpine",
};

function versionTruth(row: CompiledRow, product: Product): Truth {
  const { version } = product;
  // A row with the version `-` names no version: it says nothing of one that is known.
  if (row.cpe.version === "-") return version === null ? unknownVersion : no;
  if (row.ends.length === 0) return yes;
  if (version === null) return unknownVersion;
  if (product.truncated && row.ends.some((end) => mayReach(product, end))) return truncatedVersion;
  if (row.exact !== null) return isVersion(version, row.exact, row.cpe.update) ? yes : no;
  return inRange(version, row) ? yes : no;
}

function inRange(version: UpstreamVersion, { from, to }: CompiledRow): boolean {
  if (from !== null) {
    const order = compareToEnd(version, from.version);
    if (order < 0 || (order === 0 && !from.including)) return false;
  }
  if (to !== null) {
    const order = compareToEnd(version, to.version);
    if (order > 0 || (order === 0 && !to.including)) return false;
  }
  return true;
}

/** Editions that we know to be others are out; which of them this is, a banner seldom says. */
function editionTruth(criteria: Cpe, ours: Cpe, { software }: Subject): Truth {
  for (const field of ["edition", "swEdition", "targetHw"] as const) {
    if (concrete(criteria[field]) && concrete(ours[field]) && criteria[field] !== ours[field])
      return no;
  }
  if (!concrete(criteria.targetSw)) return yes;
  if (concrete(ours.targetSw)) return ours.targetSw === criteria.targetSw ? yes : no;
  const fits = isPlatform(criteria.targetSw, software.platform);
  return fits === null ? unknownPlatform : fits ? yes : no;
}

function concrete(value: string): boolean {
  return value !== "*" && value !== "-";
}

/** Where the range that holds it ends: the first version of its branch that is not vulnerable. */
function fixedIn(rows: readonly CompiledRow[]): string | null {
  const end = rows.find(({ to }) => to !== null && !to.including)?.to;
  return end?.version.text ?? null;
}

function nameOf({ product }: Ours, [first]: readonly CompiledRow[]): string {
  return first?.key ?? `${product.cpe.vendor}:${product.cpe.product}`;
}

const shownRanges = 4;

function rangesText(rows: readonly CompiledRow[]): string {
  const texts = rows.slice(0, shownRanges).map(rangeText);
  const more = rows.length - texts.length;
  return texts.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function rangeText({ cpe, exact, from, to }: CompiledRow): string {
  if (exact !== null) return cpe.update === "-" ? `${exact.text} without update` : exact.text;
  if (cpe.version === "-") return "without a version";
  if (from === null && to === null) return "of every version";
  const start = from === null ? "" : `${from.including ? "from" : "after"} ${from.version.text}`;
  const end =
    to === null ? "on" : `${to.including ? "up to and including" : "before"} ${to.version.text}`;
  return from === null ? end : `${start} ${end}`;
}

function subjectText({ software, product }: Ours): string {
  const version = product.version?.text ?? "a version that is not known";
  return software.platform === null ? version : `${version} on ${software.platform}`;
}

function doubtsText(truth: Truth, configuration: CompiledConfiguration | undefined): string {
  const doubts: string[] = [];
  if (truth.unknownPlatform) {
    const conditions = configuration?.nodes
      .flatMap((node) => node.rows)
      .filter((row) => !row.vulnerable)
      .map((row) => row.key);
    const which =
      conditions === undefined || conditions.length === 0
        ? "a platform or another product"
        : conditions.slice(0, shownRanges).join(" or ");
    doubts.push(` It needs ${which}, and whether that is there is not known.`);
  }
  if (truth === unknownVersion || truth.cap === unknownVersion.cap)
    doubts.push(" Only the product is known.");
  else if (truth.cap === truncatedVersion.cap)
    doubts.push(" Only the beginning of the version is known.");
  return doubts.join("");
}
