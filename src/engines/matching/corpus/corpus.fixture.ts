import { readFileSync } from "node:fs";
import {
  type DebianEntry,
  formatCpe,
  type Knowledge,
  type Software,
  type VulnerabilityRecord,
} from "#engines/vulnerability-types";

/*
 * Extracts of public feeds: NVD 2.0 (public data; descriptions in own words) and fixed versions of Debian's security tracker.
 */

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as T;
}

/** 27 CVEs as NVD publishes them. */
export const records = read<readonly VulnerabilityRecord[]>("records.json");
/** Bullseye, bookworm and trixie for some of them. */
export const debianEntries = read<readonly DebianEntry[]>("debian.json");

/** One record of the extract. */
export function recordOf(cve: string): VulnerabilityRecord {
  const record = records.find((one) => one.cve === cve);
  if (record === undefined) throw new Error(`${cve} is not in the extract.`);
  return record;
}

/** Knowledge of what is given and nothing else. */
export function knowing(known: Partial<Knowledge>): Knowledge {
  return { records: [], debian: [], osv: [], ...known };
}

/** A service on Linux that its own banner names, by `vendor:product` and version. */
export function bannerOf(key: string, version: string, more: Partial<Software> = {}): Software {
  const [vendor = "", product = ""] = key.split(":");
  return {
    cpes: [formatCpe({ part: "a", vendor, product, version })],
    platform: "linux",
    package: null,
    ecosystem: null,
    confidence: 80,
    ...more,
  };
}

/** Debian's package of a product as an SSH or HTTP banner names it, epoch unknown. */
export function debianBanner(
  key: string,
  upstream: string,
  source: string,
  version: string,
  release: string | null = null,
): Software {
  return bannerOf(key, upstream, {
    package: { distribution: "debian", release, source, version, hasEpoch: false },
  });
}
