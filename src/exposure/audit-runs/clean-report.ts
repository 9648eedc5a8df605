import { createHash } from "node:crypto";
import type { AuditReport, ScapContent } from "#engines/scap-types";
import { printableLine, printableLines } from "#lib/printable";

/**
 * A report or content as it may be kept. Its texts come from strangers by way of an agent or a file: what neither
 * PostgreSQL's JSON nor a terminal takes is replaced, and a name is one line. Lengths stay what they were, or shrink.
 */
export function cleanScap<T extends AuditReport | ScapContent>(value: T): T;
export function cleanScap(value: unknown): unknown {
  return cleaned(value, "");
}

/** Texts that may have lines; all others are names. */
const withLines: ReadonlySet<string> = new Set([
  "why",
  "comments",
  "description",
  "rationale",
  "check",
  "fix",
  "script",
]);

function cleaned(value: unknown, name: string): unknown {
  if (typeof value === "string")
    return withLines.has(name) ? printableLines(value) : printableLine(value).trim();
  if (Array.isArray(value)) return value.map((inner) => cleaned(inner, name));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, cleaned(inner, key)]);
  return Object.fromEntries(entries);
}

/**
 * The content under the hash of what it says. Only what the server has read itself may stand under the hash of a file:
 * an agent could put any words under that of content that other hosts are audited with.
 */
export function contentByTexts({ benchmark, rules }: ScapContent): ScapContent {
  const sha256 = createHash("sha256").update(JSON.stringify({ benchmark, rules })).digest("hex");
  return { sha256, benchmark, rules };
}
