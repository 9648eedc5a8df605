import { InvalidGzip, gunzip } from "#lib/gzip";
import { sleep } from "#lib/sleep";
import {
  CredentialRefused,
  NotThere,
  type ServerLink,
  ServerUnreachable,
  nextPauseMs,
  replyCheck,
} from "#remote/link";
import type { BundleReply } from "#wire/agent.v1";
import { AuditRefused } from "./audit-refused.ts";

/**
 * Gets the XML of a bundle; whether it is the right one is for the caller to see.
 *
 * @throws AuditRefused
 */
export type FetchBundle = (
  bundle: { sha256: string; bytes: number },
  signal: AbortSignal,
) => Promise<Buffer>;

const bundleReply = replyCheck<BundleReply>({
  sha256: "string",
  gzip: "string",
  serverTime: "number",
});
const timeoutMs = 120_000;
/** A server that restarts is back by then. */
const patienceMs = 15 * 60_000;
/** Base64 is a third longer, and what cannot be compressed becomes a little longer, too. */
const inReply = (bytes: number) => Math.ceil(bytes * 1.4) + 64 * 1024;

/** Fetches bundles from the server, which is waited for. */
export function createFetchBundle(link: ServerLink, waitMs: number = patienceMs): FetchBundle {
  return async ({ sha256, bytes }, signal) => {
    const until = performance.now() + waitMs;
    for (let failures = 1; ; failures++) {
      try {
        const path = `/remote/v1/agent/bundles/${sha256}`;
        const reply = await link.get(path, bundleReply, timeoutMs, inReply(bytes));
        return await unpacked(reply, bytes);
      } catch (error) {
        if (error instanceof CredentialRefused || error instanceof NotThere) {
          throw notToBeHad(error);
        }
        if (!(error instanceof ServerUnreachable)) throw error;
        if (signal.aborted || performance.now() > until) throw notToBeHad(error);
        await sleep(nextPauseMs(failures, Math.random()), signal);
      }
    }
  };
}

async function unpacked({ gzip }: BundleReply, bytes: number): Promise<Buffer> {
  try {
    return await gunzip(Buffer.from(gzip, "base64"), bytes);
  } catch (error) {
    if (!(error instanceof InvalidGzip)) throw error;
    const sentence = error.tooLarge
      ? `The bundle that the server sent is longer than the ${bytes} bytes that the audit says: it is not used.`
      : "The bundle that the server sent is damaged: it is not used.";
    throw new AuditRefused("wrong_hash", sentence, { cause: error });
  }
}

function notToBeHad(cause: Error): AuditRefused {
  const why =
    cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
  return new AuditRefused("engine_error", `The bundle could not be fetched: ${why}`, { cause });
}
