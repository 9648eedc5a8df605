import type {
  DebianEntry,
  KevEntry,
  OsvEntry,
  VulnerabilityRecord,
} from "#engines/vulnerability-types";
import { toDebianEntries } from "./debian.ts";
import type { DocumentReader, FeedRecords } from "./feed-batch.ts";
import { DamagedFeed } from "./feed-error.ts";
import { asObject, timeOr } from "./fields.ts";
import { toKevEntry } from "./kev.ts";
import { toVulnerabilityRecord } from "./nvd.ts";
import { toOsvEntries } from "./osv.ts";

/** A page of the NVD API or a yearly feed (`vulnerabilities[].cve`), or a file of its mirrors (`cve_items[]`). */
export class NvdReader implements DocumentReader {
  readonly feed = "nvd";
  asOf: number | null = null;
  last: string | null = null;
  #records: VulnerabilityRecord[] = [];
  #count = 0;
  #counts = new Map<string, number>();

  get waiting(): number {
    return this.#records.length;
  }

  take(key: string, inner: string | number | null, value: unknown): void {
    if (inner === null) {
      if (key === "timestamp") this.asOf = timeOr(value, "timestamp", null);
      if (typeof value === "number") this.#counts.set(key, value);
    } else if (key === "vulnerabilities") this.#add(asObject(value, "a vulnerability")["cve"]);
    else if (key === "cve_items") this.#add(value);
  }

  #add(value: unknown): void {
    const record = toVulnerabilityRecord(value);
    this.#records.push(record);
    this.#count += 1;
    this.last = record.cve;
  }

  end(): void {
    const page = this.#counts.get("resultsPerPage");
    const rest = (this.#counts.get("totalResults") ?? 0) - (this.#counts.get("startIndex") ?? 0);
    // The last page of the API may hold fewer than it would have room for.
    if (page !== undefined && this.#count !== Math.min(page, rest)) {
      throw new DamagedFeed(
        `it says that it holds ${Math.min(page, rest)} records and holds ${this.#count}`,
      );
    }
  }

  takeRecords(): FeedRecords {
    const records = this.#records;
    this.#records = [];
    return { feed: this.feed, records };
  }
}

/** CISA's catalogue of known exploited vulnerabilities. */
export class KevReader implements DocumentReader {
  readonly feed = "kev";
  asOf: number | null = null;
  last: string | null = null;
  #records: KevEntry[] = [];
  #count = 0;
  #says: number | null = null;

  get waiting(): number {
    return this.#records.length;
  }

  take(key: string, inner: string | number | null, value: unknown): void {
    if (key === "dateReleased") this.asOf = timeOr(value, "dateReleased", null);
    else if (key === "count" && typeof value === "number") this.#says = value;
    else if (key === "vulnerabilities" && inner !== null) {
      const entry = toKevEntry(value);
      this.#records.push(entry);
      this.#count += 1;
      this.last = entry.cve;
    }
  }

  end(): void {
    if (this.#says !== null && this.#says !== this.#count) {
      throw new DamagedFeed(`it says that it holds ${this.#says} entries and holds ${this.#count}`);
    }
    if (this.#count === 0) throw new DamagedFeed("it holds no entry");
  }

  takeRecords(): FeedRecords {
    const records = this.#records;
    this.#records = [];
    return { feed: this.feed, records };
  }
}

/** The Debian security tracker, or the one of extended support: package, then vulnerability. It does not say how old it is. */
export class DebianReader implements DocumentReader {
  readonly feed = "debian";
  readonly asOf = null;
  last: string | null = null;
  #records: DebianEntry[] = [];
  #count = 0;

  get waiting(): number {
    return this.#records.length;
  }

  take(key: string, inner: string | number | null, value: unknown): void {
    if (typeof inner !== "string") throw new DamagedFeed(`${key} is no object of vulnerabilities`);
    const entries = toDebianEntries(key, inner, value);
    this.#records.push(...entries);
    this.#count += entries.length;
    this.last = `${key} ${inner}`;
  }

  end(): void {
    if (this.#count === 0) throw new DamagedFeed("it holds no entry of a CVE");
  }

  takeRecords(): FeedRecords {
    const records = this.#records;
    this.#records = [];
    return { feed: this.feed, records };
  }
}

const osvFields = new Set([
  "id",
  "modified",
  "withdrawn",
  "summary",
  "details",
  "aliases",
  "related",
  "upstream",
  "affected",
  "severity",
]);

/** One advisory: its fields are put together again, since it is small. */
export class OsvReader implements DocumentReader {
  readonly feed = "osv";
  asOf: number | null = null;
  last: string | null = null;
  #records: OsvEntry[] = [];
  readonly #fields = new Map<string, unknown>();

  get waiting(): number {
    return this.#records.length;
  }

  take(key: string, inner: string | number | null, value: unknown): void {
    if (!osvFields.has(key)) return;
    if (typeof inner !== "number") {
      this.#fields.set(key, value);
      return;
    }
    const list = this.#fields.get(key);
    if (Array.isArray(list)) list.push(value);
    else this.#fields.set(key, [value]);
  }

  end(): void {
    const advisory = Object.fromEntries(this.#fields);
    this.#records.push(...toOsvEntries(advisory));
    this.asOf = timeOr(advisory["modified"], "modified", null);
    this.last = String(advisory["id"]);
  }

  takeRecords(): FeedRecords {
    const records = this.#records;
    this.#records = [];
    return { feed: this.feed, records };
  }
}
