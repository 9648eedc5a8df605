import type { CvssScore } from "#engines/vulnerability-types";
import { InvalidReport, type OpenFile } from "./imported-report.ts";

/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Reports in JSON are read whole. Real ones have some megabytes; parsed, one of this size needs several hundred.
 */
const mostBytes = 128 * 2 ** 20;

/** The document of a file. @throws InvalidReport when it is too long or no JSON. */
export async function readJson(open: OpenFile): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of open()) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new InvalidReport(`it is longer than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return parseJson(
    Buffer.concat(pieces)
      .toString("utf8")
      .replace(/^\ufeff/, ""),
    "it",
  );
}

/** @param what the text in the error: `line 3`. @throws InvalidReport */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidReport(`${what} is no JSON, or ends too early: ${reason}`, { cause: error });
  }
}

/** The object itself; one without fields for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list, in its order; none where there is no list. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** The items of a list of anything, or the one value that stands in its place. */
export function valuesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/**
 * A CVSS score as reports have it; `null` unless it is one.
 *
 * @param vector tells the version: `CVSS:3.1/AV:N…`, those of version 2 without a prefix or with `CVSS2#`.
 */
export function scoreOf(base: unknown, vector: unknown, source: string): CvssScore | null {
  const number = typeof base === "string" && base.trim() !== "" ? Number(base) : base;
  if (typeof number !== "number" || !(number >= 0 && number <= 10)) return null;
  const text = typeof vector === "string" ? vector.trim().replace(/^CVSS2#/, "") : "";
  // Metrics in CVSS are letters; anything else is no vector.
  const known = /^[A-Za-z0-9.:/]{1,300}$/.test(text) ? text : "";
  const prefix = /^CVSS:(4\.0|3\.1|3\.0)\//.exec(known)?.[1];
  return { version: versionOf(prefix, known), base: number, vector: known, source, primary: true };
}

function versionOf(prefix: string | undefined, vector: string): CvssScore["version"] {
  if (prefix === "4.0" || prefix === "3.1" || prefix === "3.0") return prefix;
  return vector === "" ? "3.1" : "2.0";
}
