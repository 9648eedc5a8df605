/**
 * Lines up rows under their headings for a person. Every column is as wide as its widest cell, two spaces lie between.
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = headings.map((heading, i) =>
    Math.max(width(heading), ...rows.map((row) => width(row[i] ?? ""))),
  );
  return [headings, ...rows]
    .map((row) => row.map((cell, i) => cell + " ".repeat((widths[i] ?? 0) - width(cell))))
    .map((cells) => cells.join("  ").trimEnd())
    .join("\n");
}

function width(text: string): number {
  return [...text].length;
}

/** `2026-11-21 05:03:00` in UTC, or a dash. */
export function formatTime(at: number | null): string {
  return at === null ? "-" : new Date(at).toISOString().slice(0, 19).replace("T", " ");
}
