/*
 * NVD's configurations, compiled once for each record.
 */
import {
  type ConfigurationNode,
  type Cpe,
  type CpeMatch,
  parseCpe,
  productKey,
  type VulnerabilityRecord,
} from "#engines/vulnerability-types";
import { readUpstream, type UpstreamVersion } from "../upstream-version.ts";

export interface CompiledRow {
  cpe: Cpe;
  key: string;
  vulnerable: boolean;
  /** Set when the row names one version. */
  exact: UpstreamVersion | null;
  from: RangeEnd | null;
  to: RangeEnd | null;
  /** All versions that the row names; none: it is about every version. */
  ends: readonly UpstreamVersion[];
}

interface RangeEnd {
  version: UpstreamVersion;
  including: boolean;
}

interface CompiledNode {
  operator: "AND" | "OR";
  negate: boolean;
  rows: CompiledRow[];
}

export interface CompiledConfiguration {
  operator: "AND" | "OR";
  negate: boolean;
  nodes: CompiledNode[];
  /** Products that its vulnerable rows name. */
  products: ReadonlySet<string>;
}

const compiled = new WeakMap<VulnerabilityRecord, readonly CompiledConfiguration[]>();

/** The record's configurations, read once; rows whose criteria are no CPE name are left out. */
export function configurationsOf(record: VulnerabilityRecord): readonly CompiledConfiguration[] {
  const before = compiled.get(record);
  if (before !== undefined) return before;
  const configurations = record.configurations.map(({ operator, negate, nodes }) => {
    const compiledNodes = nodes.map(compileNode);
    const rows = compiledNodes.flatMap((node) => node.rows);
    const products = new Set(rows.filter((row) => row.vulnerable).map((row) => row.key));
    return { operator, negate, nodes: compiledNodes, products };
  });
  compiled.set(record, configurations);
  return configurations;
}

function compileNode({ operator, negate, cpeMatch }: ConfigurationNode): CompiledNode {
  return { operator, negate, rows: cpeMatch.map(compileRow).filter((row) => row !== null) };
}

function compileRow(row: CpeMatch): CompiledRow | null {
  const cpe = parseCpe(row.criteria);
  if (cpe === null) return null;
  const from = rangeEnd(row.versionStartIncluding, row.versionStartExcluding);
  const to = rangeEnd(row.versionEndIncluding, row.versionEndExcluding);
  const named = from === null && to === null && cpe.version !== "*" && cpe.version !== "-";
  const exact = named ? readUpstream(cpe.version, cpe.update) : null;
  const ends = [exact, from?.version, to?.version].filter(
    (end) => end !== null && end !== undefined,
  );
  return { cpe, key: productKey(cpe), vulnerable: row.vulnerable, exact, from, to, ends };
}

function rangeEnd(including: string | undefined, excluding: string | undefined): RangeEnd | null {
  const text = including ?? excluding;
  return text === undefined
    ? null
    : { version: readUpstream(text), including: including !== undefined };
}
