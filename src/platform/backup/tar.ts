/**
 * Just as much of the tar format (POSIX.1-1988 ustar) as a backup needs, so that it can be looked into with common tools:
 * regular files with short names.
 */

const blockBytes = 512;

/** Where the parts of a header block begin, and how long they are. */
const field = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
} as const;

/**
 * One file as it stands in an archive: header, content, padding.
 *
 * @throws RangeError for a name of more than 100 bytes.
 */
export function tarEntry(name: string, content: Buffer, mtimeSec: number): Buffer {
  if (Buffer.byteLength(name) > field.name[1]) throw new RangeError(`${name} is too long for tar`);
  const header = Buffer.alloc(blockBytes);
  const put = (at: readonly [number, number], text: string): void =>
    void header.write(text, at[0], at[1], "utf8");
  const octal = (value: number, length: number): string =>
    `${Math.floor(value)
      .toString(8)
      .padStart(length - 1, "0")}\0`;
  put(field.name, name);
  put(field.mode, octal(0o600, 8));
  put(field.uid, octal(0, 8));
  put(field.gid, octal(0, 8));
  put(field.size, octal(content.length, 12));
  put(field.mtime, octal(mtimeSec, 12));
  put(field.type, "0");
  put(field.magic, "ustar\x0000");
  put(field.checksum, `${checksum(header).toString(8).padStart(6, "0")}\0 `);
  const padding = Buffer.alloc(padded(content.length) - content.length);
  return Buffer.concat([header, content, padding]);
}

/** What an archive ends with. */
export const tarEnd = Buffer.alloc(2 * blockBytes);

/** One file out of an archive. */
export interface TarEntry {
  name: string;
  content: Buffer;
}

/** The archive is damaged; the message says how. */
export class DamagedArchive extends Error {
  override readonly name = "DamagedArchive";
}

/**
 * Reads an archive file by file.
 *
 * @param maxEntryBytes a file that claims to be longer is taken for damage.
 * @throws DamagedArchive; whatever the source throws.
 */
export async function* readTar(
  source: AsyncIterable<Buffer>,
  maxEntryBytes: number,
): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(source);
  for (;;) {
    const header = await reader.read(blockBytes);
    if (header.every((byte) => byte === 0)) return reader.drain();
    const text = (at: readonly [number, number]): string =>
      header.toString("utf8", at[0], at[0] + at[1]).replace(/[\0 ].*$/s, "");
    if (Number.parseInt(text(field.checksum), 8) !== checksum(header)) {
      throw new DamagedArchive("a header's checksum does not fit");
    }
    const size = Number.parseInt(text(field.size), 8);
    if (!(size >= 0 && size <= maxEntryBytes))
      throw new DamagedArchive("a part has no possible size");
    const content = await reader.read(padded(size));
    yield { name: text(field.name), content: content.subarray(0, size) };
  }
}

function padded(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}

/** The sum of all bytes of a header, those of the checksum taken as blanks. */
function checksum(header: Buffer): number {
  const [start, length] = field.checksum;
  return header.reduce((sum, byte, i) => sum + (i >= start && i < start + length ? 0x20 : byte), 0);
}

/** Cuts a stream of chunks into pieces of the length asked for. */
class BlockReader {
  readonly #source: AsyncIterator<Buffer>;
  #chunks: Buffer[] = [];
  #held = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async read(length: number): Promise<Buffer> {
    while (this.#held < length) {
      const { done, value } = await this.#source.next();
      if (done === true) throw new DamagedArchive("it ends too early");
      this.#chunks.push(value);
      this.#held += value.length;
    }
    const all = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    if (all === undefined) return Buffer.alloc(0);
    this.#chunks = all.length > length ? [all.subarray(length)] : [];
    this.#held -= length;
    return all.subarray(0, length);
  }

  /** To the source's own end, where it may yet find that it was damaged. */
  async drain(): Promise<void> {
    while ((await this.#source.next()).done !== true);
  }
}
