/*
 * What a CVE record says of one product (`affected[]`), compiled once for each record.
 */
import {
  type AffectedProduct,
  type AffectedVersion,
  parseCpe,
  productKey,
  type VulnerabilityRecord,
} from "#engines/vulnerability-types";
import { readUpstream, type UpstreamVersion } from "../upstream-version.ts";
import { upstreamScheme, type VersionScheme } from "../versions/scheme.ts";
import { readVersionText, type TextRange } from "./version-text.ts";

export type Status = AffectedVersion["status"];

export interface RangeEnd {
  version: UpstreamVersion;
  including: boolean;
  /** `6.1.*`: all that begins so. */
  prefix: boolean;
}

export interface CompiledRange {
  status: Status;
  scheme: VersionScheme;
  from: RangeEnd | null;
  to: RangeEnd | null;
  /** The record names where the range begins, be it with the first version ever. */
  hasBeginning: boolean;
  /** One version, not a range. */
  single: boolean;
  /** From these versions on, the status is another. */
  changes: { at: UpstreamVersion; status: Status }[];
}

export interface CompiledAffected {
  keys: ReadonlySet<string>;
  /** The vendor is not named: the product's name alone. */
  anyVendor: string | null;
  platforms: readonly string[];
  defaultStatus: Status | null;
  ranges: CompiledRange[];
  /** A version text that cannot be read: being outside all ranges then proves nothing. */
  unreadable: boolean;
}

const compiled = new WeakMap<VulnerabilityRecord, readonly CompiledAffected[]>();

/** The record's `affected` entries, read once. */
export function affectedOf(record: VulnerabilityRecord): readonly CompiledAffected[] {
  const before = compiled.get(record);
  if (before !== undefined) return before;
  const entries = record.affected.map(compileAffected);
  compiled.set(record, entries);
  return entries;
}

function compileAffected(entry: AffectedProduct): CompiledAffected {
  const names = [entry.product, entry.packageName ?? ""]
    .map(normalised)
    .filter((name) => name !== "");
  const vendor = normalised(entry.vendor);
  const fromCpes = (entry.cpes ?? [])
    .map(parseCpe)
    .filter((cpe) => cpe !== null)
    .map(productKey);
  const compiledVersions = entry.versions.map(compileVersion);
  return {
    keys: new Set([
      ...fromCpes,
      ...(vendor === "" ? [] : names.map((name) => `${vendor}:${name}`)),
    ]),
    anyVendor: vendor === "" ? (names[0] ?? null) : null,
    platforms: entry.platforms ?? [],
    defaultStatus: entry.defaultStatus ?? null,
    ranges: compiledVersions.flatMap((ranges) => ranges ?? []),
    unreadable: compiledVersions.includes(null),
  };
}

/** As the feeds' keys are made: lower case, `_` for spaces; nothing for `n/a`. */
function normalised(name: string): string {
  const text = name.trim().toLowerCase().replace(/\s+/g, "_");
  return text === "n/a" || text === "unknown" || text === "unspecified" ? "" : text;
}

/** `null`: it cannot be read. An empty list: it says nothing about versions of a project. */
function compileVersion(entry: AffectedVersion): CompiledRange[] | null {
  const scheme = upstreamScheme(entry.versionType);
  if (scheme === null) return [];
  const end = entry.lessThan ?? entry.lessThanOrEqual;
  const shared = {
    status: entry.status,
    scheme,
    changes: entry.changes?.flatMap(compileChange) ?? [],
  };
  if (end !== undefined) {
    const from = beginningOf(entry.version);
    return [
      {
        ...shared,
        from: from === null || from === "0" ? null : rangeEnd(from, true),
        to: end === "*" ? null : rangeEnd(end, entry.lessThan === undefined),
        hasBeginning: from !== null,
        single: false,
      },
    ];
  }
  const text = readVersionText(entry.version);
  if (text === "unreadable") return null;
  if (text === "nothing") return [];
  const ranges: readonly TextRange[] = text === "everything" ? [{ from: null, to: null }] : text;
  return ranges.map(({ from, to }) => ({
    ...shared,
    from: from && rangeEnd(from.version, from.including),
    to: to && rangeEnd(to.version, to.including),
    hasBeginning: from !== null,
    single: from !== null && from.version === to?.version && !isPrefix(from.version),
  }));
}

/** Where a range with a stated end begins; `null`: it does not say. Words that are no phrase are a name such as `R36`. */
function beginningOf(text: string): string | null {
  const read = readVersionText(text);
  if (read === "unreadable") return text;
  return typeof read === "string" ? null : (read[0]?.from?.version ?? null);
}

function rangeEnd(text: string, including: boolean): RangeEnd {
  const prefix = isPrefix(text);
  return { version: readUpstream(prefix ? text.replace(/\.[x*]$/i, "") : text), including, prefix };
}

function isPrefix(text: string): boolean {
  return /\d\.[x*]$/i.test(text);
}

function compileChange({ at, status }: { at: string; status: string }): CompiledRange["changes"] {
  if (status !== "affected" && status !== "unaffected" && status !== "unknown") return [];
  return [{ at: readUpstream(at), status }];
}
