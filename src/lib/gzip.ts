import { promisify } from "node:util";
import { constants, gunzip as gunzipCallback, gzip as gzipCallback } from "node:zlib";

const gzipAsync = promisify(gzipCallback);
const gunzipAsync = promisify(gunzipCallback);

/** Data that is no gzip stream, is cut short or fails its checksum; or one that decodes to more than allowed. */
export class InvalidGzip extends Error {
  override name = "InvalidGzip";
  readonly tooLarge: boolean;

  constructor(message: string, tooLarge: boolean, cause: unknown) {
    super(message, { cause });
    this.tooLarge = tooLarge;
  }
}

/**
 * Compresses fast rather than small: results shrink to a fifth either way. Members one after another are a gzip stream of
 * their texts one after another (RFC 1952 section 2.2), so parts can be compressed once and joined later.
 */
export async function gzip(text: string): Promise<Buffer> {
  return await gzipAsync(text, { level: constants.Z_BEST_SPEED });
}

/**
 * Decompresses one or several members, and never holds more than `maxBytes` of what they decode to.
 *
 * @throws InvalidGzip
 */
export async function gunzip(data: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    // The library knows no limit of 0.
    const text = await gunzipAsync(data, { maxOutputLength: Math.max(1, maxBytes) });
    if (text.length > maxBytes) throw tooLarge(maxBytes, null);
    return text;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_BUFFER_TOO_LARGE") {
      throw tooLarge(maxBytes, error);
    }
    if (typeof code === "string" && code.startsWith("Z_")) {
      throw new InvalidGzip("it is not a whole gzip stream", false, error);
    }
    throw error;
  }
}

function tooLarge(maxBytes: number, cause: unknown): InvalidGzip {
  return new InvalidGzip(`it decodes to more than ${maxBytes} bytes`, true, cause);
}
