import { setImmediate } from "node:timers/promises";

/** As much as is worked on at once: a millisecond or a few, after which others have their turn. */
const sliceBytes = 64 * 1024;

/** Bytes that are all in memory, as they would come from a file: in slices, between which the event loop goes on. */
export async function* byteSlices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    yield bytes.subarray(from, from + sliceBytes);
    await setImmediate();
  }
}
