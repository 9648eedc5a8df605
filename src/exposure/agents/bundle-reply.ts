import { Readable } from "node:stream";
import type { BundleReply } from "#wire/agent.v1";

/** A bundle for an agent, before it is put into words. */
export type FoundBundle = Omit<BundleReply, "gzip"> & { readonly gzip: Buffer };

/** Bytes of gzip that are encoded at a time: a multiple of 3, so that only the last of the base64 is padded. */
const pieceBytes = 48 * 1024;

/**
 * Writes a `BundleReply` piece by piece, as fast as the agent reads it: the gzip is shared by all who are sent it, and no
 * more than a piece of the text is held for each.
 *
 * @returns the JSON, and how many bytes it has.
 */
export function writeBundleReply({ sha256, gzip, serverTime }: FoundBundle): {
  text: Readable;
  bytes: number;
} {
  const head = `${JSON.stringify({ sha256, serverTime }).slice(0, -1)},"gzip":"`;
  const end = '"}';
  function* pieces(): Generator<string> {
    yield head;
    for (let at = 0; at < gzip.length; at += pieceBytes) {
      yield gzip.toString("base64", at, Math.min(gzip.length, at + pieceBytes));
    }
    yield end;
  }
  const bytes = head.length + Math.ceil(gzip.length / 3) * 4 + end.length;
  return { text: Readable.from(pieces(), { objectMode: false }), bytes };
}
