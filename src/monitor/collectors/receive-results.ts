import { Compile } from "typebox/compile";
import { InvalidGzip, gunzip } from "#lib/gzip";
import { Problem } from "#platform/errors";
import { type CheckResult, ResultBatch } from "#wire/collector.v1";

const resultBatch = Compile(ResultBatch);

/** What a batch may decode to, in bytes: 5,000 results, most of them plain, some of switches with many ports. */
export const maxBatchBytes = 32 * 1024 * 1024;
/** A collector's idea of the server's time is good to a fraction of a second; beyond this a time is wrong. */
const toleratedFutureMs = 5000;
const maxDetails = 20;

/**
 * Reads a batch.
 *
 * @param body JSON, or gzip of it.
 * @throws Problem `invalid_request` that says what is wrong and where.
 */
export async function readResultBatch(body: Buffer, isGzip: boolean): Promise<ResultBatch> {
  const batch = await readJson(body, isGzip, maxBatchBytes);
  if (resultBatch.Check(batch)) return batch;
  const details = resultBatch
    .Errors(batch)
    .slice(0, maxDetails)
    .map(({ instancePath, message }) => ({ path: instancePath, message }));
  const places = details.map(({ path, message }) => `${path || "it"} ${message}`);
  throw new Problem("invalid_request", `The batch cannot be used: ${places.join("; ")}.`, {
    details,
  });
}

/**
 * Reads a JSON body.
 *
 * @param maxBytes what compressed bodies may decode to.
 * @throws Problem `invalid_request`
 */
export async function readJson(body: Buffer, isGzip: boolean, maxBytes: number): Promise<unknown> {
  try {
    const text = isGzip ? await gunzip(body, maxBytes) : body;
    return JSON.parse(text.toString("utf8"));
  } catch (cause) {
    if (cause instanceof InvalidGzip) {
      throw new Problem("invalid_request", `The body cannot be decompressed: ${cause.message}.`, {
        cause,
      });
    }
    if (cause instanceof SyntaxError) {
      throw new Problem("invalid_request", "The body is not valid JSON.", { cause });
    }
    throw cause;
  }
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
