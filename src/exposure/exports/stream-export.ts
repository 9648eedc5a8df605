import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import type { WantedFindings } from "#exposure/findings";
import type { Context } from "#platform/context";
import { createTurnstile } from "#platform/pagination";
import { type ExportFormat, exportFindings } from "./export-findings.ts";

/** How long a reader may take nothing at all. */
const stalledMs = 30_000;

/** An export holds a connection for as long as its reader reads: few at once, and the pool serves others, too. */
const turnstile = createTurnstile({ total: 2, perKey: 1 });

/**
 * An export as a stream, written as fast as it is read. It is destroyed with an error when it cannot be ended, or its reader
 * stops reading: nobody then takes what there is for all.
 *
 * @throws Problem `forbidden` without read scope.
 */
export async function streamExport(
  context: Context,
  wanted: { format: ExportFormat; wanted: WantedFindings },
): Promise<Readable> {
  const body = new PassThrough();
  const gone = new AbortController();
  body.once("close", () => gone.abort());
  const leave = await turnstile.enter(context.tenantId);
  const write = async (text: string) => {
    gone.signal.throwIfAborted();
    if (text === "" || body.write(text)) return;
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(stalledMs)]);
    await once(body, "drain", { signal });
  };
  exportFindings(context, wanted, write)
    .then(() => body.end())
    .catch((error: unknown) => body.destroy(error instanceof Error ? error : new Error("failed")))
    .finally(leave);
  return body;
}
