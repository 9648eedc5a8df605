import type { Logger } from "#lib/logger";
import { sleep } from "#lib/sleep";
import type { Spool, SpooledBatch } from "./spool.ts";

/** What became of a batch: the server has it; it will never take it; or it cannot answer now. */
export type SendOutcome =
  | { kind: "accepted" }
  | { kind: "refused"; reason: string }
  | { kind: "later" };

export interface UploadOptions {
  spool: Spool;
  /** Sends one batch. It never rejects for what the network or the server does. */
  send: (batch: SpooledBatch) => Promise<SendOutcome>;
  /** How long to wait after so many failures in a row, in milliseconds. */
  pauseMs: (failures: number) => number;
  log: Logger;
  /** Ends the upload; what was not accepted stays in the spool. */
  signal: AbortSignal;
  maxItems: number;
  /** Bound of a batch's JSON, in bytes. */
  maxDecodedBytes: number;
}

/**
 * Sends what the spool holds, oldest first, one batch at a time, as large as there is: a second's results while all is
 * well, thousands at once after an outage. Of a large batch that the server refuses every part is tried alone, so that
 * one bad part neither blocks the rest nor takes it along.
 */
export async function uploadUntilAborted(options: UploadOptions): Promise<void> {
  const { spool, send, log, signal } = options;
  let failures = 0;
  let partsToTryAlone = 0;
  while (!signal.aborted) {
    await spool.available(signal);
    if (signal.aborted) return;
    const outcome = await sendNext();
    failures = outcome === "later" ? failures + 1 : 0;
    if (failures > 0) await sleep(options.pauseMs(failures), signal);
  }

  async function sendNext(): Promise<SendOutcome["kind"]> {
    let batch: SpooledBatch | null;
    try {
      batch = await spool.take(partsToTryAlone > 0 ? 1 : options.maxItems, options.maxDecodedBytes);
    } catch (error) {
      log.error({ err: error }, "the spool cannot be read; trying again");
      return "later";
    }
    if (batch === null) return "accepted";
    const outcome = await send(batch);
    if (outcome.kind === "later") return "later";
    if (outcome.kind === "refused" && batch.parts > 1) {
      partsToTryAlone = batch.parts;
      return "refused";
    }
    if (outcome.kind === "refused") await spool.refuse(outcome.reason);
    else await spool.release();
    partsToTryAlone = Math.max(0, partsToTryAlone - batch.parts);
    return outcome.kind;
  }
}
