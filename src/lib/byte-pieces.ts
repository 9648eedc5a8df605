/** What has gone through {@link counted} so far. */
export interface Taken {
  bytes: number;
  /** What the source failed with; `undefined`: it did not. */
  error: unknown;
}

/** The pieces as they are; what goes through is noted, so that an unpacker's own errors can be told from those before it. */
export async function* counted<T extends Uint8Array>(
  source: AsyncIterable<T>,
  taken: Taken,
): AsyncGenerator<T> {
  try {
    for await (const piece of source) {
      taken.bytes += piece.length;
      yield piece;
    }
  } catch (error) {
    taken.error = error;
    throw error;
  }
}

/** At least the first so many bytes, in one piece, unless there are fewer; and all of them again, beginning with that piece. */
export async function peek(
  source: AsyncIterable<Uint8Array>,
  least: number,
): Promise<{ head: Buffer; bytes: AsyncGenerator<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < least) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    pieces.push(value);
    length += value.length;
  }
  const head = Buffer.concat(pieces);
  const bytes = (async function* () {
    try {
      if (head.length > 0) yield head;
      for (;;) {
        const { done, value } = await iterator.next();
        if (done === true) return;
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
    } finally {
      await iterator.return?.();
    }
  })();
  return { head, bytes };
}
