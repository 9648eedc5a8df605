import { PassThrough, type Readable } from "node:stream";
import type { Database, Tx } from "#platform/db";
import { planForWholeTables } from "./whole-list.queries.ts";
import { type Turnstile, createTurnstile } from "./turnstile.ts";

/** What a whole list holds at one moment. */
export interface ListMeasure {
  /** All items that match, those before the offset included. */
  total: number;
  /** Changes when anything that the list shows changes. */
  version: string;
}

/** How to read a whole list within one snapshot of the database. */
export interface ListSource<Item> {
  /** A statement that answers one row. */
  measure: (tx: Tx) => Promise<readonly ListMeasure[]>;
  /** The items from the offset on, in the list's order, in batches of any size. */
  read: (tx: Tx, offset: number) => AsyncIterable<readonly Item[]>;
}

/** A list that was measured, and is read only if it is wanted. Exactly one of the two must be called. */
export interface OpenList extends ListMeasure {
  /** The first of its items that is sent. */
  offset: number;
  /**
   * The items as JSON text between what is put before and behind them. It is read as fast as the reader takes it. Destroy
   * it when the reader is gone; it is destroyed with an error when reading fails.
   */
  start: (before: string, behind: string) => Readable;
  dismiss: () => void;
}

/** How patient we are with a reader, who holds a connection and old row versions. */
export interface ReaderPatience {
  /** How long it may take nothing at all. */
  stalledMs: number;
  /** How long it may take altogether. */
  wholeMs: number;
}

/** Ten minutes are 100,000 sensors at 70 kB/s. */
const usualPatience: ReaderPatience = { stalledMs: 30_000, wholeMs: 10 * 60_000 };

/** A list holds a connection for as long as its reader reads. So few are read at once, and the pool serves others, too. */
const atOnce = { total: 4, perKey: 2 };
const turnstiles = new WeakMap<Database, Turnstile>();

function turnstileOf(database: Database): Turnstile {
  let turnstile = turnstiles.get(database);
  if (turnstile === undefined) {
    turnstile = createTurnstile(atOnce);
    turnstiles.set(database, turnstile);
  }
  return turnstile;
}

/** The reader went away or stopped reading: nobody is left to be told. */
class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

interface Wanted {
  body: PassThrough;
  before: string;
  behind: string;
}

/**
 * Opens one consistent snapshot of a list, whatever its size, in flat memory: a batch of rows is read when the one before
 * was taken. Waits while others read long lists.
 *
 * @throws DatabaseUnavailable when it cannot be measured.
 */
export async function openWholeList<Item>(
  database: Database,
  tenantId: string,
  source: ListSource<Item>,
  offset: number,
  patience = usualPatience,
): Promise<OpenList> {
  const measured = Promise.withResolvers<ListMeasure>();
  const decided = Promise.withResolvers<Wanted | null>();
  let body: PassThrough | undefined;
  const leave = await turnstileOf(database).enter(tenantId);
  database
    .snapshot(tenantId, async (tx) => {
      await tx.run(planForWholeTables, []);
      const [measure] = await source.measure(tx);
      if (measure === undefined) throw new Error("a list was measured without an answer");
      measured.resolve(measure);
      const wanted = await decided.promise;
      if (wanted !== null) await write(wanted, source.read(tx, offset), patience);
    })
    .catch((error: unknown) => {
      measured.reject(error);
      if (!(error instanceof ReaderGone)) body?.destroy(asError(error));
      else body?.destroy();
    })
    .finally(leave);
  const measure = await measured.promise;
  return {
    ...measure,
    offset,
    start(before, behind) {
      body = new PassThrough();
      decided.resolve({ body, before, behind });
      return body;
    },
    dismiss: () => decided.resolve(null),
  };
}

async function write<Item>(
  { body, before, behind }: Wanted,
  batches: AsyncIterable<readonly Item[]>,
  { stalledMs, wholeMs }: ReaderPatience,
): Promise<void> {
  const until = performance.now() + wholeMs;
  let separator = "";
  await put(body, before, stalledMs);
  for await (const items of batches) {
    const text = JSON.stringify(items).slice(1, -1);
    await put(body, separator + text, stalledMs);
    if (performance.now() > until) throw new ReaderGone("the reader was too slow");
    separator = ",";
  }
  await put(body, behind, stalledMs);
  body.end();
}

/** Waits until the reader has room again. */
async function put(body: PassThrough, text: string, stalledMs: number): Promise<void> {
  if (body.destroyed) throw new ReaderGone("the reader went away");
  if (body.write(text)) return;
  await new Promise<void>((resolve, reject) => {
    const stalled = setTimeout(
      () => settle(new ReaderGone("the reader stopped reading")),
      stalledMs,
    );
    const onDrain = () => settle(null);
    const onClose = () => settle(new ReaderGone("the reader went away"));
    function settle(error: Error | null): void {
      clearTimeout(stalled);
      body.off("drain", onDrain);
      body.off("close", onClose);
      if (error === null) resolve();
      else reject(error);
    }
    body.on("drain", onDrain);
    body.on("close", onClose);
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
