import { createHash } from "node:crypto";
import { Readable, pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { type Taken, counted, peek } from "#lib/byte-pieces";
import { Unreadable } from "./invalid-audit-file.ts";
import { maxJsonBytes, maxPackRatio, maxXmlBytes, packRatioFromBytes } from "./limits.ts";

/** A file, unpacked and known to be one or the other. */
export interface OpenedFile {
  readonly kind: "xml" | "json";
  /** Its beginning. */
  readonly head: string;
  /** All of it, once. @throws Unreadable: too long, damaged, or not in the encoding that it claims. */
  readonly texts: AsyncGenerator<string>;
  /** In hex, of the bytes unpacked that were read so far. */
  readonly sha256: () => string;
}

const headBytes = 64 * 1024;
/** Pieces are as large as makes the work per piece disappear. */
const pieceBytes = 256 * 1024;

/** Names of encodings, as the XML declaration has them, and the decoder of each. */
const encodings = new Map([
  ["utf-8", "utf-8"],
  ["utf8", "utf-8"],
  ["us-ascii", "utf-8"],
  ["ascii", "utf-8"],
  ["iso-8859-1", "windows-1252"],
  ["windows-1252", "windows-1252"],
]);

/**
 * Opens a file, plain or gzip, whatever its name.
 *
 * @param maxBytes of XML; of JSON it is never more than 64 MiB.
 * @throws Unreadable; whatever the source throws.
 */
export async function openFile(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number = maxXmlBytes,
): Promise<OpenedFile> {
  const packed = await peek(source, 2);
  const isGzip = packed.head[0] === 0x1f && packed.head[1] === 0x8b;
  const { head, bytes } = await peek(isGzip ? gunzip(packed.bytes) : packed.bytes, headBytes);
  const encoding = encodingOf(head);
  const text = new TextDecoder(encoding).decode(head.subarray(0, headBytes));
  const kind = kindOf(text);
  const longest = kind === "json" ? Math.min(maxBytes, maxJsonBytes) : maxBytes;
  const hash = createHash("sha256");
  let sha256: string | undefined;
  return {
    kind,
    head: text,
    texts: decoded(bytes, encoding, longest, (piece) => hash.update(piece)),
    sha256: () => (sha256 ??= hash.digest("hex")),
  };
}

function kindOf(head: string): OpenedFile["kind"] {
  const text = head.trimStart();
  if (text.startsWith("<")) return "xml";
  if (text.startsWith("{")) return "json";
  if (text === "") throw new Unreadable("it is empty");
  if (text.startsWith("PK\u0003\u0004")) {
    throw new Unreadable("it is a zip archive; unpack it, and give the files in it");
  }
  throw new Unreadable("it is neither XML nor a JSON object");
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const declaration =
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]{0,100}\sencoding\s*=\s*["']([\w.-]{1,40})["']/;
  const name = declaration.exec(head.toString("latin1", 0, 200))?.[1] ?? "utf-8";
  const encoding = encodings.get(name.toLowerCase());
  if (encoding === undefined) {
    throw new Unreadable(`it says that it is written in ${name}; save it in UTF-8`);
  }
  return encoding;
}

async function* decoded(
  source: AsyncIterable<Uint8Array>,
  encoding: string,
  longest: number,
  seen: (piece: Uint8Array) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let bytes = 0;
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch (cause) {
      const place = `within the ${bytes} bytes from its beginning`;
      throw new Unreadable(`it is not the ${encoding.toUpperCase()} that it should be, ${place}`, {
        cause,
      });
    }
  };
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > longest) throw new Unreadable(`it is longer than ${longest} bytes`);
    seen(piece);
    yield decode(piece);
  }
  yield decode();
}

async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const taken: Taken = { bytes: 0, error: undefined };
  const into = createGunzip({ chunkSize: pieceBytes });
  // What goes wrong is told to the one who reads `into`.
  pipeline(Readable.from(counted(packed, taken)), into, () => undefined);
  let bytes = 0;
  try {
    for await (const piece of into as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > packRatioFromBytes && bytes > taken.bytes * maxPackRatio) {
        throw new Unreadable(`${bytes} bytes come out of ${taken.bytes}, as of a gzip bomb`);
      }
      yield piece;
    }
  } catch (cause) {
    // What failed before it was unpacked is told as it is.
    if (taken.error !== undefined) throw taken.error;
    if (cause instanceof Unreadable) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Unreadable(`its gzip is damaged or ends too early (${reason})`, { cause });
  }
}
