/** A line of a CSV file (RFC 4180), with its line feed. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

/**
 * A text of strangers as a cell. Spreadsheets take a cell that begins like this for a formula, and what a banner says would
 * be carried out. An apostrophe in front makes it a text (OWASP, "CSV Injection"; the wide forms are those of East Asian
 * keyboards).
 */
export function guardedCell(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
