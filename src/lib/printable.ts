/**
 * Words of strangers (banners, SNMP values, feeds, reports) end up on terminals, on pages and in PostgreSQL's JSON. What
 * must not stand there is one rule for all of them: control characters, format characters (marks that turn the direction of
 * text around, or that nobody sees), the line and paragraph separators, and halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** The same without tab and line feed. */
const unprintableInLines = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** As one line: each run of unprintable characters becomes one space, each half of a character U+FFFD. */
export function printableLine(text: string): string {
  return text.replace(unprintable, " ").toWellFormed();
}

/** As lines that end in a line feed: tabs stay, any other unprintable character becomes a space, half of one U+FFFD. */
export function printableLines(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unprintableInLines, " ").toWellFormed();
}

/** At most `longest` UTF-16 units, the last an ellipsis when something was cut. */
export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

/** What a device sent, in UTF-8, or in Latin-1 when it is not that. */
export function decodedText(bytes: Uint8Array): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = view.toString("utf8");
  return text.includes("\ufffd") ? view.toString("latin1") : text;
}

const unfitInName = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
const unfitInLines = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** Whether our own people may write this as a name: one line. Joiners stay: some languages and emoji need them. */
export function isOneLine(text: string): boolean {
  return !unfitInName.test(text);
}

/** Likewise, for text that may have tabs and lines. */
export function isLines(text: string): boolean {
  return !unfitInLines.test(text);
}
