/** The part of a command's help that most people read. */
export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? "Example" : "Examples";
  return `\n${title}:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}
