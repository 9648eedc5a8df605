import { printableLine, shortened } from "#lib/printable";

const plain = /^[\x20-\x7e]*$/;
/** V8 lets a longer part of a text point into the whole of it; shorter ones are copies. */
const shortestSlice = 13;

/** One printable line without space around it, of at most `longest` UTF-16 units. */
export function fact(text: string, longest: number): string {
  const trimmed = text.trim();
  if (!plain.test(trimmed)) return shortened(printableLine(trimmed).trim(), longest);
  const kept = shortened(trimmed, longest);
  // A copy, because an inventory is kept, and the megabytes that it was read from should not be.
  return kept.length < shortestSlice ? kept : Buffer.from(kept, "utf8").toString("utf8");
}

/** Likewise; `null` when nothing is left. */
export function factOrNull(text: string | null | undefined, longest: number): string | null {
  const kept = fact(text ?? "", longest);
  return kept === "" ? null : kept;
}
