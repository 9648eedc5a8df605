import { DebianReader, KevReader, NvdReader, OsvReader } from "./document-readers.ts";
import type { DocumentReader } from "./feed-batch.ts";

/** A parsed value with its place; see `Cut`. */
export interface PlacedValue {
  readonly key: string;
  readonly inner: string | number | null;
  readonly value: unknown;
}

/** No feed keeps us in the dark longer than this: it says what it is in its head, or in its first record. */
export const undecidedValues = 100;

/**
 * What a JSON document is, by one of its first values: an NVD page or feed says so or holds a `cve`; KEV has a catalogue
 * version; the Debian tracker has `releases` under package and CVE; an advisory has a schema version, or the day it was
 * modified. `null`: this value does not tell.
 */
export function recogniseDocument({ key, inner, value }: PlacedValue): DocumentReader | null {
  if (inner === null) {
    if (key === "format" && value === "NVD_CVE") return new NvdReader();
    if (key === "catalogVersion") return new KevReader();
    if (key === "schema_version" || key === "modified") return new OsvReader();
    return null;
  }
  if (typeof inner === "number") {
    if (key === "cve_items") return new NvdReader();
    if (key !== "vulnerabilities") return null;
    if (has(value, "cve")) return new NvdReader();
    return has(value, "cveID") ? new KevReader() : null;
  }
  return /^(CVE|TEMP)-/.test(inner) && has(value, "releases") ? new DebianReader() : null;
}

function has(value: unknown, field: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, field);
}
