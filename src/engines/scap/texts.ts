import { printableLine, printableLines, shortened } from "#lib/printable";
import { Unreadable } from "./invalid-audit-file.ts";
import { charsBesides, maxKeptChars } from "./limits.ts";

/** Longest id, in the terms of `scap-types`. */
const maxIdLength = 300;

/** A stranger's text as one line, at most so long. */
export function lineOf(text: string, length: number): string {
  const line = printableLine(text.slice(0, length * 4)).replaceAll(/\s+/g, " ");
  return shortened(line.trim(), length);
}

/** As {@link lineOf}, with its lines; of empty ones never two in a row, and no spaces at the end of any. */
export function linesOf(text: string, length: number): string {
  const lines = printableLines(text.slice(0, length * 2).replaceAll("\r", ""))
    .split("\n")
    .map((line) => line.trimEnd());
  const kept = lines.filter((line, at) => line !== "" || lines[at - 1] !== "");
  while (kept[0] === "") kept.shift();
  return shortened(kept.join("\n").trimEnd(), length);
}

/**
 * An id as it is: cut or cleaned it would be another's.
 *
 * @param what names it in the error, with its place: `the id of a Rule at line 3`.
 * @throws Unreadable
 */
export function idOf(text: string | undefined, what: string): string {
  const id = text?.trim() ?? "";
  if (id === "") throw new Unreadable(`${what} is missing`);
  if (id.length > maxIdLength) {
    throw new Unreadable(`${what} is longer than ${maxIdLength} characters`);
  }
  if (printableLine(id) !== id) throw new Unreadable(`${what} has control characters`);
  return own(id);
}

/** A copy: a piece of a text otherwise keeps the whole text, which is a piece of the file, in memory. */
function own(text: string): string {
  return text === "" ? "" : Buffer.from(text).toString("utf8");
}

/** Counts what is kept of a file, so that no file can fill the memory. */
export class KeptText {
  #chars = 0;

  /** A copy of the beginning, somewhat longer than it will be shown, since cleaning and filling in come later. */
  of(text: string, length: number): string {
    const kept = own(text.slice(0, length * 2));
    this.#chars += kept.length + charsBesides;
    if (this.#chars > maxKeptChars) {
      throw new Unreadable(
        `it has more than ${maxKeptChars} characters of texts that are to be kept`,
      );
    }
    return kept;
  }
}
