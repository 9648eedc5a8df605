import { InvalidGzip, gunzip } from "#lib/gzip";
import { DatabaseError } from "#platform/db";
import { Problem } from "#platform/errors";

/** What may be wrong with a message, place by place; more than this helps nobody. */
const maxDetails = 20;

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
  const message = await readJson(body, isGzip, maxBytes);
  if (check.Check(message)) return message;
  const details = check
    .Errors(message)
    .slice(0, maxDetails)
    .map(({ instancePath, message: fault }) => ({ path: instancePath, message: fault }));
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

async function readJson(body: Buffer, isGzip: boolean, maxBytes: number): Promise<unknown> {
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
    const what = "The batch holds a text or number that cannot be stored.";
    throw new Problem("invalid_request", what, { cause });
  }
}
