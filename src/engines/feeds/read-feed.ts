import type { OsvEntry } from "#engines/vulnerability-types";
import { EpssReader, looksLikeEpss } from "./epss.ts";
import type { DocumentReader, FeedBatch, FeedRecords } from "./feed-batch.ts";
import { DamagedFeed, FeedError } from "./feed-error.ts";
import { type Cut, JsonCutter } from "./json-cutter.ts";
import { type PlacedValue, recogniseDocument, undecidedValues } from "./recognise-document.ts";
import { type Part, unpackFile } from "./unpack.ts";

/** A batch holds about so many records … */
const defaultBatchRecords = 2_000;
/** … or comes from so much JSON. */
const batchBytes = 8 * 1024 ** 2;

/**
 * Reads a file of any feed: NVD 2.0, CISA KEV, EPSS, the Debian security tracker, OSV; plain, or packed with gzip, xz or
 * zip. What it is shows in its content, not in its name. Memory stays flat whatever its size.
 *
 * @throws FeedError with a sentence: no feed, several feeds in one archive, damaged, or beyond the bounds of `limits.ts`.
 * What was handed on before is then not to be used. An error of the file system.
 */
export async function* readFeed(
  path: string,
  { batchRecords = defaultBatchRecords }: { batchRecords?: number } = {},
): AsyncGenerator<FeedBatch, void> {
  let feed: FeedRecords["feed"] | null = null;
  /** Advisories come in a file each, too small to be handed on one by one. */
  let advisories: OsvEntry[] = [];
  let asOf: number | null = null;
  let archived = false;
  for await (const part of unpackFile(path)) {
    for await (const batch of readPart(part, batchRecords)) {
      feed ??= batch.feed;
      if (batch.feed !== feed) {
        const both = `it holds records of ${feed} and of ${batch.feed}: unpack it and import the files`;
        throw new DamagedFeed(`${part.name}: ${both}.`);
      }
      if (batch.feed !== "osv") {
        yield batch;
        continue;
      }
      advisories.push(...batch.records);
      asOf = latest(asOf, batch.asOf);
      ({ archived } = batch);
      if (advisories.length < batchRecords) continue;
      yield { feed: "osv", records: advisories, asOf, archived };
      advisories = [];
    }
  }
  if (advisories.length > 0) yield { feed: "osv", records: advisories, asOf, archived };
  if (feed === null) throw new FeedError("unknown", `${path}: it holds nothing.`);
}

/** Which feed a file is of, by its beginning. Errors: as `readFeed`. */
export async function recogniseFeed(path: string): Promise<FeedRecords["feed"]> {
  for await (const { feed } of readFeed(path, { batchRecords: 1 })) return feed;
  throw new FeedError("unknown", `${path}: it holds nothing.`);
}

async function* readPart(part: Part, batchRecords: number): AsyncGenerator<FeedBatch> {
  const { archived } = part;
  const iterator = part.bytes[Symbol.asyncIterator]();
  try {
    const first = await iterator.next();
    if (first.done === true) throw new FeedError("damaged", "it is empty");
    const pieces = (async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => iterator };
    })();
    if (looksLikeEpss(first.value)) yield* readEpss(pieces, batchRecords, archived);
    else if (looksLikeJson(first.value)) yield* readDocument(pieces, batchRecords, archived);
    else throw new FeedError("unknown", notAFeed);
  } catch (error) {
    throw named(error, part.name);
  } finally {
    await iterator.return?.();
  }
}

const notAFeed =
  "it is none of the feeds that are known: NVD 2.0 JSON, CISA KEV JSON, EPSS CSV, Debian security tracker JSON, OSV";

function looksLikeJson(piece: Buffer): boolean {
  return /^(\u{ef}\u{bb}\u{bf})?\s*\{/u.test(piece.toString("latin1", 0, 4096));
}

async function* readEpss(
  pieces: AsyncIterable<Buffer>,
  batchRecords: number,
  archived: boolean,
): AsyncGenerator<FeedBatch> {
  const reader = new EpssReader();
  let rows = 0;
  let held: ReturnType<EpssReader["push"]> = [];
  for await (const piece of pieces) {
    held = held.concat(reader.push(piece));
    if (held.length < batchRecords) continue;
    rows += held.length;
    yield { feed: "epss", records: held, asOf: reader.asOf, archived };
    held = [];
  }
  reader.end();
  if (rows + held.length === 0) throw new DamagedFeed("it holds no row");
  if (held.length > 0) yield { feed: "epss", records: held, asOf: reader.asOf, archived };
}

async function* readDocument(
  pieces: AsyncIterable<Buffer>,
  batchRecords: number,
  archived: boolean,
): AsyncGenerator<FeedBatch> {
  const cutter = new JsonCutter();
  const document = new Document();
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      for (const cut of cutter.push(piece)) document.take(cut);
      bytes += piece.length;
      const { reader } = document;
      if (reader === null || reader.waiting === 0) continue;
      if (reader.waiting < batchRecords && bytes < batchBytes) continue;
      yield { ...reader.takeRecords(), asOf: reader.asOf, archived };
      bytes = 0;
    }
    cutter.end();
    document.end();
  } catch (error) {
    throw document.explain(error);
  }
  const { reader } = document;
  if (reader === null) return;
  // Also without a record: the file may have said how old it is, and a page of NVD may be empty.
  yield { ...reader.takeRecords(), asOf: reader.asOf, archived };
}

/** Holds the first values until they tell what they are of. */
class Document {
  reader: DocumentReader | null = null;
  #undecided: PlacedValue[] = [];

  take(cut: Cut): void {
    const placed = { key: cut.key, inner: cut.inner, value: parsed(cut) };
    if (this.reader === null) {
      this.#undecided.push(placed);
      this.reader = recogniseDocument(placed);
      if (this.reader !== null) for (const each of this.#undecided.splice(0)) this.#give(each, cut);
      else if (this.#undecided.length > undecidedValues) throw new FeedError("unknown", notAFeed);
      return;
    }
    this.#give(placed, cut);
  }

  #give({ key, inner, value }: PlacedValue, { at }: Cut): void {
    try {
      this.reader?.take(key, inner, value);
    } catch (error) {
      if (!(error instanceof DamagedFeed)) throw error;
      throw new DamagedFeed(`${error.message} (in what begins at byte ${at})`, { cause: error });
    }
  }

  /** @throws FeedError: it is none that is known, or not as it says of itself. */
  end(): void {
    if (this.reader === null) throw new FeedError("unknown", notAFeed);
    this.reader.end();
  }

  /** The error with what is known of the document. */
  explain(error: unknown): unknown {
    if (!(error instanceof FeedError) || this.reader === null) return error;
    const { feed, last } = this.reader;
    const behind = last === null ? "" : `; the last good record is ${last}`;
    return new DamagedFeed(error.message + behind, { cause: error, feed });
  }
}

function parsed({ json, at }: Cut): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new DamagedFeed(`the value at byte ${at} is no JSON`, { cause: error });
  }
}

/** The sentence with the file in front. Unpacking has named the part already. */
function named(error: unknown, name: string): unknown {
  if (!(error instanceof FeedError)) return error;
  const message = error.message.startsWith(name) ? error.message : `${name}: ${error.message}`;
  const sentence = message.endsWith(".") ? message : `${message}.`;
  return new FeedError(error.kind, sentence, { cause: error, feed: error.feed });
}

function latest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}
