import { DamagedFeed } from "./feed-error.ts";
import { maxDepth, maxKeyBytes, maxValueBytes } from "./limits.ts";

/** One value of a document, not yet parsed. */
export interface Cut {
  /** The field of the document it stands in, or is. */
  readonly key: string;
  /** Its place in that field: the index in a list, the name in an object; `null`: it is the field itself. */
  readonly inner: string | number | null;
  /** Where it begins in the document, in bytes. */
  readonly at: number;
  readonly json: string;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

/** May stand before everything, as Windows writes it. */
const byteOrderMark = [0xef, 0xbb, 0xbf];

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** What may come next, outside of a value. */
type Expectation =
  | "root"
  | "key or end"
  | "key"
  | "colon"
  | "value or end"
  | "value"
  | "comma or end"
  | "nothing";

/** What is being collected: a key, or a value of which the end is known by its first byte. */
type Collecting = "key" | "string" | "container" | "scalar" | null;

/**
 * Cuts a JSON document into its fields while it streams in, so that a document of any size needs the memory of its largest
 * value: `{"a": 1, "list": [x, y], "map": {"k": z}}` gives 1 at `a`, x at `list` 0, y at `list` 1, z at `map` `k`. All
 * feeds have this shape. Values are handed on as text for `JSON.parse`; what is around them is checked here.
 *
 * @throws DamagedFeed that says at which byte: not JSON, no object at the top, or beyond a bound of `limits.ts`.
 */
export class JsonCutter {
  #expected: Expectation = "root";
  #collecting: Collecting = null;
  /** Whether the two open levels are objects or lists; the second is a field of the first. */
  readonly #levels: ("object" | "list")[] = [];
  #key = "";
  #inner: string | number | null = null;
  /** Within a collected value: open objects and lists, and whether we are in a string. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The part of what is being collected that came in earlier pieces. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #startAt = 0;
  /** Bytes before the current piece. */
  #passed = 0;

  /** Takes the next piece of the document. @returns the values that end in it. */
  push(chunk: Buffer): Cut[] {
    const cuts: Cut[] = [];
    let i = 0;
    let from = 0;
    while (i < chunk.length) {
      if (this.#collecting === null) {
        i = this.#step(chunk, i);
        if (this.#collecting !== null) {
          from = i;
          this.#startAt = this.#passed + i;
          i = this.#enter(chunk, i);
        }
        continue;
      }
      const end = this.#collect(chunk, i);
      if (end === -1) break;
      this.#finish(this.#textOf(chunk, from, end), cuts);
      from = end;
      i = end;
    }
    if (this.#collecting !== null) this.#hold(chunk.subarray(from));
    this.#passed += chunk.length;
    return cuts;
  }

  /** To be called behind the last piece. @throws DamagedFeed when the document is not complete. */
  end(): void {
    if (this.#expected === "nothing") return;
    const where = this.#startAt === 0 ? "" : `, in what begins at byte ${this.#startAt}`;
    throw new DamagedFeed(`it ends too early, after ${this.#passed} bytes${where}`);
  }

  /** Looks at one byte outside of a value. @returns where to go on; the same place when something is to be collected. */
  #step(chunk: Buffer, i: number): number {
    const byte = chunk[i] ?? 0;
    if (isSpace(byte)) return i + 1;
    const level = this.#levels.at(-1);
    switch (this.#expected) {
      case "root":
        if (byte === byteOrderMark[this.#passed + i]) return i + 1;
        if (byte !== openBrace) this.#refuse(chunk, i, "the { of an object");
        this.#open("object");
        return i + 1;
      case "key or end":
      case "key":
        if (byte === quote) {
          this.#collecting = "key";
          return i;
        }
        if (byte !== closeBrace || this.#expected === "key") this.#refuse(chunk, i, "a field name");
        this.#close();
        return i + 1;
      case "colon":
        if (byte !== colon) this.#refuse(chunk, i, "a colon");
        this.#expected = "value";
        return i + 1;
      case "value or end":
      case "value":
        if (byte === closeBracket && this.#expected === "value or end") {
          this.#close();
          return i + 1;
        }
        return this.#beginValue(chunk, i, byte);
      case "comma or end":
        if (byte === comma) {
          this.#expected = level === "object" ? "key" : "value";
          if (level === "list" && typeof this.#inner === "number") this.#inner += 1;
          return i + 1;
        }
        if (byte !== (level === "object" ? closeBrace : closeBracket)) {
          this.#refuse(chunk, i, "a comma or the end of the list or object");
        }
        this.#close();
        return i + 1;
      case "nothing":
        return this.#refuse(chunk, i, "the end of the file");
      default:
        return i;
    }
  }

  #beginValue(chunk: Buffer, i: number, byte: number): number {
    const isContainer = byte === openBrace || byte === openBracket;
    if (isContainer && this.#levels.length === 1) {
      this.#open(byte === openBrace ? "object" : "list");
      this.#inner = byte === openBrace ? "" : 0;
      return i + 1;
    }
    if (isContainer) this.#collecting = "container";
    else if (byte === quote) this.#collecting = "string";
    else if (
      byte === 0x2d ||
      (byte >= 0x30 && byte <= 0x39) ||
      byte === 0x74 ||
      byte === 0x66 ||
      byte === 0x6e
    )
      this.#collecting = "scalar";
    else this.#refuse(chunk, i, "a value");
    return i;
  }

  #open(kind: "object" | "list"): void {
    this.#levels.push(kind);
    this.#expected = kind === "object" ? "key or end" : "value or end";
  }

  #close(): void {
    this.#levels.pop();
    this.#inner = null;
    this.#expected = this.#levels.length === 0 ? "nothing" : "comma or end";
  }

  /** Takes the first byte of what is collected. @returns the place behind it. */
  #enter(chunk: Buffer, i: number): number {
    this.#depth = this.#collecting === "container" ? 1 : 0;
    this.#inString = this.#collecting === "string" || this.#collecting === "key";
    this.#escaped = false;
    return i + (chunk.length > i ? 1 : 0);
  }

  /** @returns the place behind the last byte of what is collected, or -1 when it does not end in this piece. */
  #collect(chunk: Buffer, start: number): number {
    const { length } = chunk;
    if (this.#collecting === "scalar") {
      for (let i = start; i < length; i += 1) {
        const byte = chunk[i] ?? 0;
        if (byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte))
          return i;
      }
      return -1;
    }
    // In local variables, because this loop looks at every byte of a gigabyte.
    let inString = this.#inString;
    let depth = this.#depth;
    let i = start;
    if (this.#escaped) {
      this.#escaped = false;
      i += 1;
    }
    for (; i < length; i += 1) {
      const byte = chunk[i];
      if (inString) {
        if (byte === backslash) {
          i += 1;
          if (i >= length) this.#escaped = true;
        } else if (byte === quote) {
          inString = false;
          if (depth === 0) return i + 1;
        }
      } else if (byte === quote) inString = true;
      else if (byte === openBrace || byte === openBracket) {
        depth += 1;
        if (depth > maxDepth) this.#tooDeep();
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === 0) return i + 1;
      }
    }
    this.#inString = inString;
    this.#depth = depth;
    return -1;
  }

  #tooDeep(): never {
    throw new DamagedFeed(
      `the value at byte ${this.#startAt} is nested deeper than ${maxDepth} levels`,
    );
  }

  #hold(part: Buffer): void {
    this.#heldBytes += part.length;
    this.#checkSize(this.#heldBytes);
    // A copy, because the piece it lies in is large, and given back.
    this.#held.push(Buffer.from(part));
  }

  #checkSize(bytes: number): void {
    const limit = this.#collecting === "key" ? maxKeyBytes : maxValueBytes;
    if (bytes <= limit) return;
    const what = this.#collecting === "key" ? "field name" : "value";
    throw new DamagedFeed(`the ${what} at byte ${this.#startAt} is longer than ${limit} bytes`);
  }

  #textOf(chunk: Buffer, from: number, end: number): string {
    this.#checkSize(this.#heldBytes + end - from);
    if (this.#held.length === 0) return chunk.toString("utf8", from, end);
    const text = Buffer.concat([...this.#held, chunk.subarray(0, end)]).toString("utf8");
    this.#held = [];
    this.#heldBytes = 0;
    return text;
  }

  #finish(json: string, cuts: Cut[]): void {
    const wasKey = this.#collecting === "key";
    this.#collecting = null;
    if (wasKey) {
      const name = this.#parseKey(json);
      if (this.#levels.length === 1) this.#key = name;
      else this.#inner = name;
      this.#expected = "colon";
      return;
    }
    cuts.push({ key: this.#key, inner: this.#inner, at: this.#startAt, json });
    this.#expected = "comma or end";
  }

  #parseKey(json: string): string {
    try {
      return String(JSON.parse(json));
    } catch (error) {
      throw new DamagedFeed(`the field name at byte ${this.#startAt} is no JSON`, { cause: error });
    }
  }

  #refuse(chunk: Buffer, i: number, wanted: string): never {
    const byte = chunk[i] ?? 0;
    const found =
      byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `the byte ${byte.toString(16)}`;
    throw new DamagedFeed(`at byte ${this.#passed + i} stands ${found} where ${wanted} should be`);
  }
}
