import { readFileSync } from "node:fs";

/** The program's version, as package.json has it. */
export function version(): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const content: unknown = JSON.parse(text);
  if (typeof content === "object" && content !== null && "version" in content) {
    return String(content.version);
  }
  throw new Error("package.json says no version");
}
