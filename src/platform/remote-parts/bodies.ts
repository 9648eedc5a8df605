import { InvalidGzip, gunzip } from "#lib/gzip";
import { DatabaseError } from "#platform/db";
import { Problem } from "#platform/errors";
import { findFaults } from "./find-faults.ts";

/** Recognises a message, as a compiled schema does. */
export interface MessageCheck<T> {
  Check(value: unknown): value is T;
  Errors(value: unknown): { instancePath: string; message: string }[];
}

/**
 * Reads a message.
 *
 * @param body JSON, or gzip of it.
 * @param what it is called when it is refused: `batch`.
 * @param maxBytes what a compressed body may decode to.
 * @throws Problem `invalid_request` that says what is wrong and where.
 */
export async function readMessage<T>(
  { body, isGzip }: Body,
  check: MessageCheck<T>,
  what: string,
  maxBytes: number,
): Promise<T> {
  const { message, bytes } = await readJson(body, isGzip, maxBytes);
  if (check.Check(message)) return message;
  const details = findFaults(check, message, bytes);
  const places = details.map(({ path, message: fault }) => `${path || "it"} ${fault}`);
  throw new Problem("invalid_request", `The ${what} cannot be used: ${places.join("; ")}.`, {
    details,
  });
}

/** A request's body as it came. */
export interface Body {
  readonly body: Buffer;
  readonly isGzip: boolean;
}

/** @throws Problem `invalid_request` when there is no body, or it is encoded in another way. */
export function bodyOf(request: {
  body: unknown;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}): Body {
  const { body } = request;
  if (!Buffer.isBuffer(body)) {
    throw new Problem("invalid_request", "The body is missing; JSON is expected.");
  }
  const encoding = String(request.headers["content-encoding"] ?? "identity")
    .trim()
    .toLowerCase();
  if (encoding === "gzip") return { body, isGzip: true };
  if (encoding === "identity" || encoding === "") return { body, isGzip: false };
  throw new Problem("invalid_request", "Content-Encoding must be gzip or left out.");
}

async function readJson(
  body: Buffer,
  isGzip: boolean,
  maxBytes: number,
): Promise<{ message: unknown; bytes: number }> {
  try {
    const text = isGzip ? await gunzip(body, maxBytes) : body;
    checkValues(text);
    return { message: JSON.parse(text.toString("utf8")), bytes: text.length };
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

/** Values in one message: an inventory of 50,000 packages has a quarter of a million. */
const mostValues = 4_000_000;

/**
 * A text of millions of empty objects is some kilobytes of gzip, and takes the parser seconds and a gigabyte. What ends or
 * begins a value is counted, in texts, too, which have fewer.
 *
 * @throws Problem `invalid_request`
 */
function checkValues(json: Buffer): void {
  if (json.length <= mostValues) return;
  let values = 0;
  for (const byte of json) if (byte === comma || byte === bracket || byte === brace) values++;
  if (values <= mostValues) return;
  throw new Problem("invalid_request", `The body holds more than ${mostValues} values.`);
}

const [comma, bracket, brace] = Buffer.from(",[{");

/**
 * What the checker lets through and PostgreSQL does not (a NUL in a text, a number out of range; SQLSTATE class 22) is the
 * sender's fault. As a failure of ours it would be sent again for ever.
 *
 * @throws Problem `invalid_request`; whatever else the work throws.
 */
export async function refusingBadData<T>(recorded: Promise<T>): Promise<T> {
  try {
    return await recorded;
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || !cause.code.startsWith("22")) throw cause;
    const what = "The message holds a text or number that cannot be stored.";
    throw new Problem("invalid_request", what, { cause });
  }
}
