import { isLines } from "#lib/printable";

/** Characters of a note. */
export const longestNote = 2000;

/** Why a note cannot be kept, a sentence; `null`: it can. */
export function noteFault(note: string): string | null {
  const length = [...note.trim()].length;
  if (length < 1 || length > longestNote) return `A note must have 1 to ${longestNote} characters.`;
  return isLines(note) ? null : "A note must not have control characters.";
}
