/**
 * A line of a CSV file (RFC 4180), with its line feed. Texts may be strangers', and what a banner says shall not be carried out by
 * a spreadsheet: none is taken for a formula. Numbers stay numbers.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** Whatever begins like this is taken for a formula (OWASP, "CSV Injection"); the wide forms are those of East Asian keyboards. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

function cellOf(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  // An apostrophe in front makes it a text.
  return quoted(formula.test(cell) ? `'${cell}` : cell);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
