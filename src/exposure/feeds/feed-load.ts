import type { Client } from "pg";
import { type FeedBatch, FeedError, readFeed } from "#engines/feeds";
import { Problem } from "#platform/errors";
import { copyText } from "./copy-text.ts";
import type { FeedName } from "./feed.ts";
import { feedTables, toRows } from "./feed-tables.ts";
import { countRows, emptyTable, findAsOf } from "./import.queries.ts";
import {
  carryDebian,
  carryOsv,
  carryVulnerabilities,
  countVulnerabilities,
  deleteOutdated,
  insertProductKeys,
  makeProductKeys,
  mergeVulnerabilities,
} from "./merge-feed.queries.ts";
import { EcosystemTally } from "./osv-ecosystems.ts";
import {
  copyRows,
  deleteDoubles,
  finishShadow,
  makeShadow,
  shadowOf,
} from "./shadow-table.queries.ts";

/** What one file held. */
export interface LoadedFile {
  records: number;
  asOf: number | null;
}

/** The file is whole, but what is there is newer. Its message is a sentence. */
export class OlderFile extends Error {
  override readonly name = "OlderFile";
}

/** Of rows with the same key, which one counts. */
const doubles: Readonly<Record<FeedName, { key: string; order: string }>> = {
  nvd: { key: "cve", order: "modified_at desc nulls last, ctid desc" },
  kev: { key: "cve", order: "ctid desc" },
  epss: { key: "cve", order: "ctid desc" },
  debian: { key: "package, cve, release", order: "ctid desc" },
  osv: { key: "ecosystem, package, id", order: "modified_at desc nulls last, ctid desc" },
};

/** Fewer than this share of what there was is not believed of a feed that says neither count nor checksum. */
const believableShare = 0.5;

/**
 * Loads the files of one feed into tables beside those in use, within the transaction that the client is in. A file that
 * fails is forgotten by the caller, by rolling back to before it.
 */
export class FeedLoad {
  readonly #client: Client;
  readonly #feed: FeedName;
  readonly #table: string;
  readonly #replaced = new Set<string>();
  readonly #now: number;
  /** Of what is there, or of the newest file so far. */
  #asOf: number | null;

  private constructor(
    client: Client,
    feed: FeedName,
    { table, asOf, now }: { table: string; asOf: number | null; now: number },
  ) {
    this.#client = client;
    this.#feed = feed;
    this.#table = table;
    this.#asOf = asOf;
    this.#now = now;
  }

  static async begin(client: Client, feed: FeedName, now: number): Promise<FeedLoad> {
    for (const table of feedTables[feed]) await makeShadow(client, table);
    if (feed === "nvd") await makeProductKeys(client);
    const [table = ""] = feedTables[feed];
    return new FeedLoad(client, feed, { table, asOf: await findAsOf(client, feed), now });
  }

  /**
   * Takes one file in.
   *
   * @param onRecords is told how many records of it were read so far.
   * @throws FeedError; OlderFile; Problem when fewer rows came than can be.
   */
  async take(path: string, onRecords: (records: number) => void): Promise<LoadedFile> {
    const isWhole = this.#feed === "kev" || this.#feed === "epss";
    // Each file of these is all that there is.
    if (isWhole) await emptyTable(this.#client, shadowOf(this.#table));
    const loaded = { records: 0, asOf: null as number | null };
    const tally = new EcosystemTally();
    let archived = false;
    let copying: Promise<void> = Promise.resolve();
    try {
      for await (const batch of readFeed(path)) {
        if (batch.feed !== this.#feed) {
          throw new FeedError("damaged", `${path} changed while it was read.`);
        }
        loaded.records += batch.records.length;
        loaded.asOf = this.#believable(batch.asOf);
        ({ archived } = batch);
        if (batch.feed === "osv") tally.take(batch.records);
        onRecords(loaded.records);
        const rows = encoded(batch);
        await copying;
        // While PostgreSQL takes these, the next ones are read.
        copying = this.#copy(rows);
        copying.catch(() => undefined); // told by the next `await copying`
      }
    } finally {
      await copying;
    }
    if (isWhole) this.#refuseOlder(path, loaded.asOf);
    if (this.#feed === "epss") await this.#refuseFew(path);
    if (archived) for (const ecosystem of tally.end()) this.#replaced.add(ecosystem);
    return loaded;
  }

  async #copy(parts: { table: string; columns: readonly string[]; text: string }[]): Promise<void> {
    for (const { table, columns, text } of parts) {
      const into = table === "product_keys" ? table : shadowOf(table);
      if (text !== "") await copyRows(this.#client, into, columns, text);
    }
  }

  /** A feed from the future, by its clock or ours, would look new and be newer than every true one for ever: it is of now. */
  #believable(asOf: number | null): number | null {
    return asOf === null ? null : Math.min(asOf, this.#now);
  }

  #refuseOlder(path: string, asOf: number | null): void {
    if (asOf !== null && this.#asOf !== null && asOf < this.#asOf) {
      const [is, there] = [asOf, this.#asOf].map((at) => new Date(at).toISOString());
      throw new OlderFile(`${path} is of ${is}, older than what there is, of ${there}.`);
    }
    this.#asOf = asOf ?? this.#asOf;
  }

  async #refuseFew(path: string): Promise<void> {
    const [read, used] = [
      await countRows(this.#client, shadowOf(this.#table)),
      await countRows(this.#client, this.#table),
    ];
    if (read >= used * believableShare) return;
    throw new Problem(
      "invalid_request",
      `${path} has ${read} rows where there are ${used}: it looks cut off, and is not taken.`,
    );
  }

  /**
   * Adds what the files do not have, and makes the new tables ready.
   *
   * @returns the tables to exchange; none when the few records that were read have been put into those in use.
   */
  async finish(): Promise<readonly string[]> {
    await deleteDoubles(this.#client, shadowOf(this.#table), doubles[this.#feed]);
    if (this.#feed === "nvd" && (await this.#mergeVulnerabilities())) return [];
    if (this.#feed === "debian") await carryDebian(this.#client);
    if (this.#feed === "osv") await carryOsv(this.#client, [...this.#replaced]);
    for (const table of feedTables[this.#feed]) await finishShadow(this.#client, table);
    return feedTables[this.#feed];
  }

  /** @returns whether the tables in use have got everything already. */
  async #mergeVulnerabilities(): Promise<boolean> {
    await deleteOutdated(this.#client);
    await insertProductKeys(this.#client);
    const { used, read } = await countVulnerabilities(this.#client);
    // Writing all tables anew for the changes of an hour would wear out the disk.
    if (read < used / 4) {
      await mergeVulnerabilities(this.#client);
      return true;
    }
    await carryVulnerabilities(this.#client);
    return false;
  }
}

function encoded(batch: FeedBatch): { table: string; columns: readonly string[]; text: string }[] {
  return toRows(batch).map(({ table, columns, rows }) => ({
    table,
    columns,
    text: copyText(rows),
  }));
}
