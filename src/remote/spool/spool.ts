import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { InvalidGzip, gunzip, gzip } from "#lib/gzip";
import type { Logger } from "#lib/logger";
import { setAside } from "./set-aside.ts";
import { type Entry, isUnreadable, readEntries, writeWhole } from "./spool-directory.ts";
import { type SpoolFileName, formatSpoolFileName } from "./spool-file.ts";

export interface SpoolOptions {
  /** Belongs to this spool alone. It is made if it does not exist. */
  directory: string;
  /** Time by which items are aged, Unix epoch milliseconds; `null` while it is not known for certain: nothing ages. */
  now: () => number | null;
  log: Logger;
  /** Oldest items are dropped beyond this. Default 24 hours. */
  maxAgeMs?: number;
  /** Bound of what the files hold, in bytes; oldest items are dropped beyond it. Default 1 GiB. */
  maxBytes?: number;
  /** Bound of what is held in memory while the disk takes nothing, in bytes. Default 64 MiB. */
  maxHeldBytes?: number;
  /** Small batches are joined up to this many items; no more than what is sent at once. Default 5000. */
  joinedItems?: number;
}

/** Some of the oldest items, to be sent. */
export interface SpooledBatch {
  items: number;
  /** A gzip stream of the items' JSON texts with commas between them. */
  payload: Buffer;
  /** Appended batches, or joined files of them, that it holds: what is refused can be tried again one by one. */
  parts: number;
}

export interface SpoolStatus {
  /** Items waiting, on disk and in memory. */
  items: number;
  /** Of them, those that only memory holds. */
  heldItems: number;
  bytes: number;
  files: number;
  /** Items lost since the start: too old, too many, damaged on disk, or refused by the server. */
  droppedItems: number;
}

/** Keeps items until the server has them, through crashes and outages. Oldest first, each at least once. */
export interface Spool {
  /**
   * Keeps one batch. It fulfils when the batch is on disk, or, when the disk takes nothing, in memory.
   *
   * @param itemsJson the JSON texts of the items with commas between them.
   */
  append(itemsJson: string, items: number, newestAt: number): Promise<void>;
  /** Fulfils when something waits, or when the signal ends it. */
  available(signal: AbortSignal): Promise<void>;
  /**
   * The oldest items, as many batches as stay within the limits, but at least one; `null` when nothing waits. What was
   * taken stays kept until {@link release} or {@link refuse}. One batch is taken at a time.
   */
  take(maxItems: number, maxDecodedBytes: number): Promise<SpooledBatch | null>;
  /** The server has what was taken. */
  release(): Promise<void>;
  /** The server will never take it: it is set aside for people to look at, out of the way of what follows. */
  refuse(reason: string): Promise<void>;
  status(): SpoolStatus;
}

const day = 86_400_000;
/** Files are joined when this many small ones wait, so that a day of one batch a second is some 1,400 files. */
const joinAt = 64;
const usualJoinedItems = 5000;
const joinedBytes = 8 * 1024 * 1024;
/** No batch decodes to more: results are cut into batches of a thousand, and one result has at most some 600 KB. */
const maxDecodedBytes = 1024 * 1024 * 1024;
const comma = await gzip(",");

/** Opens the spool in a directory, with what an earlier process left there. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { directory, log } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const entries = await readEntries(directory, log);
  return new DirectorySpool(options, entries);
}

class DirectorySpool implements Spool {
  readonly #options: SpoolOptions;
  readonly #entries: Entry[];
  readonly #joinedItems: number;
  #next: number;
  #taken: Entry[] = [];
  #dropped = 0;
  #untold = 0;
  #diskRefuses = false;
  #waiting: (() => void)[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: SpoolOptions, entries: Entry[]) {
    this.#options = options;
    this.#entries = entries;
    this.#joinedItems = options.joinedItems ?? usualJoinedItems;
    this.#next = entries.reduce((next, entry) => Math.max(next, entry.last + 1), 1);
  }

  append(itemsJson: string, items: number, newestAt: number): Promise<void> {
    return this.#inTurn(async () => {
      const held = await gzip(itemsJson);
      const number = this.#next++;
      const whole = items >= this.#joinedItems;
      const entry = { first: number, last: number, items, newestAt, bytes: held.length, whole };
      this.#entries.push({ ...entry, held });
      await this.#writeHeld();
      await this.#joinSmallFiles();
      await this.#trim();
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  async available(signal: AbortSignal): Promise<void> {
    while (this.#entries.length === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        signal.addEventListener("abort", wake);
        this.#waiting.push(wake);
      });
    }
  }

  take(maxItems: number, maxBytes: number): Promise<SpooledBatch | null> {
    return this.#inTurn(async () => {
      this.#taken = [];
      await this.#trim();
      const parts: Buffer[] = [];
      let items = 0;
      let decodedBytes = 0;
      for (const entry of this.#entries.slice()) {
        if (parts.length > 0 && items + entry.items > maxItems) break;
        const read = await this.#read(entry);
        if (read === null) continue;
        decodedBytes += read.decoded.length;
        if (parts.length > 0 && decodedBytes > maxBytes) break;
        this.#taken.push(entry);
        parts.push(...(parts.length > 0 ? [comma] : []), read.data);
        items += entry.items;
      }
      if (parts.length === 0) return null;
      return { items, payload: Buffer.concat(parts), parts: this.#taken.length };
    });
  }

  release(): Promise<void> {
    return this.#inTurn(async () => {
      for (const entry of this.#taken.splice(0)) await this.#forget(entry);
    });
  }

  refuse(reason: string): Promise<void> {
    return this.#inTurn(async () => {
      for (const entry of this.#taken.splice(0)) await this.#putAside(entry, "refused", reason);
    });
  }

  status(): SpoolStatus {
    const sum = (value: (entry: Entry) => number) =>
      this.#entries.reduce((total, entry) => total + value(entry), 0);
    return {
      items: sum((entry) => entry.items),
      heldItems: sum((entry) => (entry.held === null ? 0 : entry.items)),
      bytes: sum((entry) => entry.bytes),
      files: sum((entry) => (entry.held === null ? 1 : 0)),
      droppedItems: this.#dropped,
    };
  }

  /** One change at a time, in the order in which they were asked for. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {}); // whoever asked gets the error
    return done;
  }

  #pathOf(entry: SpoolFileName): string {
    return join(this.#options.directory, formatSpoolFileName(entry));
  }

  /** Writes what only memory holds, oldest first, until the disk refuses. So the newest are held, if any. */
  async #writeHeld(): Promise<void> {
    for (const entry of this.#entries) {
      if (entry.held === null) continue;
      try {
        // With more than one waiting the server is away, and the machine may lose power before it is back.
        await writeWhole(this.#pathOf(entry), entry.held, this.#entries.length > 1);
        entry.held = null;
      } catch (error) {
        if (!this.#diskRefuses) {
          const what = "the disk takes no results: they are kept in memory, and lost if this stops";
          this.#options.log.error({ err: error, directory: this.#options.directory }, what);
        }
        this.#diskRefuses = true;
        return;
      }
    }
    if (this.#diskRefuses) this.#options.log.info({}, "the disk takes results again");
    this.#diskRefuses = false;
  }

  async #read(entry: Entry): Promise<{ data: Buffer; decoded: Buffer } | null> {
    try {
      const data = entry.held ?? (await readFile(this.#pathOf(entry)));
      return { data, decoded: await gunzip(data, maxDecodedBytes) };
    } catch (error) {
      if (error instanceof InvalidGzip || isUnreadable(error)) {
        await this.#putAside(entry, "damaged", String(error));
        return null;
      }
      throw error;
    }
  }

  /** Many small files become few: an outage of a day must not use up the file system's inodes. */
  async #joinSmallFiles(): Promise<void> {
    const isSmall = (entry: Entry) =>
      !entry.whole && entry.held === null && !this.#taken.includes(entry);
    if (this.#diskRefuses || this.#entries.filter(isSmall).length < joinAt) return;
    const group: Entry[] = [];
    const texts: Buffer[] = [];
    let items = 0;
    let bytes = 0;
    // Only neighbours: the joined name claims all numbers from the first to the last.
    for (const entry of this.#entries.slice(this.#entries.findIndex(isSmall))) {
      if (!isSmall(entry) || group.length === joinAt) break;
      if (group.length > 0 && items + entry.items > this.#joinedItems) break;
      const read = await this.#read(entry);
      if (read === null) continue;
      bytes += read.decoded.length;
      if (group.length > 0 && bytes > joinedBytes) break;
      group.push(entry);
      texts.push(read.decoded);
      items += entry.items;
    }
    const [oldest] = group;
    const newest = group.at(-1);
    if (oldest === undefined || newest === undefined) return;
    if (group.length === 1) {
      oldest.whole = true;
      return;
    }
    const data = await gzip(texts.map((text) => text.toString("utf8")).join(","));
    const newestAt = Math.max(...group.map((entry) => entry.newestAt));
    const name = { first: oldest.first, last: newest.last, items, newestAt };
    try {
      await writeWhole(this.#pathOf(name), data, true);
    } catch (error) {
      // Joining is tidiness: without room for it the small files do as well.
      this.#options.log.debug({ err: error }, "small spool files could not be joined");
      return;
    }
    const joined = { ...name, bytes: data.length, held: null, whole: true };
    this.#entries.splice(this.#entries.indexOf(oldest), 0, joined);
    for (const entry of group) await this.#forget(entry);
  }

  async #trim(): Promise<void> {
    const { now, log, maxAgeMs = day, maxBytes = 1024 ** 3 } = this.#options;
    const { maxHeldBytes = 64 * 1024 ** 2 } = this.#options;
    const at = now();
    let bytes = 0;
    let heldBytes = 0;
    // From the newest back: beyond a bound everything older goes.
    for (const entry of this.#entries.toReversed()) {
      if (entry.held === null) bytes += entry.bytes;
      else heldBytes += entry.bytes;
      const isTooOld = at !== null && entry.newestAt < at - maxAgeMs;
      const isTooMuch = entry.held === null ? bytes > maxBytes : heldBytes > maxHeldBytes;
      if ((!isTooOld && !isTooMuch) || this.#taken.includes(entry)) continue;
      this.#dropped += entry.items;
      this.#untold += entry.items;
      await this.#forget(entry);
    }
    if (this.#untold === 0) return;
    log.error(
      { dropped: this.#untold, droppedSinceStart: this.#dropped },
      "the spool is full: the oldest results were dropped",
    );
    this.#untold = 0;
  }

  async #forget(entry: Entry): Promise<void> {
    this.#remove(entry);
    if (entry.held !== null) return;
    try {
      await rm(this.#pathOf(entry), { force: true });
    } catch (error) {
      this.#options.log.warn(
        { err: error },
        "a spool file could not be deleted: it will be sent again after a restart, which does no harm",
      );
    }
  }

  async #putAside(entry: Entry, where: "damaged" | "refused", reason: string): Promise<void> {
    this.#remove(entry);
    this.#dropped += entry.items;
    const { directory, log } = this.#options;
    const file = formatSpoolFileName(entry);
    const kept = await setAside(directory, where, file, entry.held);
    log.error({ items: entry.items, reason, kept }, `a batch of results is ${where} and set aside`);
  }

  #remove(entry: Entry): void {
    const index = this.#entries.indexOf(entry);
    if (index >= 0) this.#entries.splice(index, 1);
  }
}
