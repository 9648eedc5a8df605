import { Compile } from "typebox/compile";
import { type Body, readMessage } from "#platform/remote-parts";
import { type CheckResult, ResultBatch } from "#wire/collector.v1";

const resultBatch = Compile(ResultBatch);

/** What a batch may decode to, in bytes: 5,000 results, most of them plain, some of switches with many ports. */
export const maxBatchBytes = 32 * 1024 * 1024;
/** A collector's idea of the server's time is good to a fraction of a second; beyond this a time is wrong. */
const toleratedFutureMs = 5000;

/**
 * Reads a batch.
 *
 * @throws Problem `invalid_request` that says what is wrong and where.
 */
export async function readResultBatch(body: Body): Promise<ResultBatch> {
  return readMessage(body, resultBatch, "batch", maxBatchBytes);
}

/** A batch's results by what can be done with them. */
export interface SortedResults {
  /** To be recorded, in the order of time. */
  usable: CheckResult[];
  /** Times that have not come yet. */
  future: number;
  /** Older than what history keeps. */
  tooOld: number;
}

/** Sorts out results by their times, which are the server's as the collector estimated it. */
export function sortResults(
  results: readonly CheckResult[],
  now: number,
  keepRawMs: number,
): SortedResults {
  const sorted: SortedResults = { usable: [], future: 0, tooOld: 0 };
  for (const result of results) {
    if (result.at > now + toleratedFutureMs) sorted.future++;
    else if (result.at < now - keepRawMs) sorted.tooOld++;
    else sorted.usable.push(result);
  }
  sorted.usable.sort((a, b) => a.at - b.at);
  return sorted;
}
