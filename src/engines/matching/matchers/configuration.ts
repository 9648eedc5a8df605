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
  from: { version: UpstreamVersion; including: boolean } | null;
  to: { version: UpstreamVersion; including: boolean } | null;
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
  const from = row.versionStartIncluding ?? row.versionStartExcluding;
  const to = row.versionEndIncluding ?? row.versionEndExcluding;
  const ranged = from !== undefined || to !== undefined;
  return {
    cpe,
    key: productKey(cpe),
    vulnerable: row.vulnerable,
    exact:
      ranged || cpe.version === "*" || cpe.version === "-"
        ? null
        : readUpstream(cpe.version, cpe.update),
    from:
      from === undefined
        ? null
        : { version: readUpstream(from), including: row.versionStartIncluding !== undefined },
    to:
      to === undefined
        ? null
        : { version: readUpstream(to), including: row.versionEndIncluding !== undefined },
  };
}
