import type { PackageFacts } from "#engines/inventory-types";
import { packageFacts } from "./package-facts.ts";

/** Reads apk's list of packages: a block each, lines `LETTER:value`. A package has the version of its origin. */
export function parseApkInstalled(text: string): PackageFacts[] {
  const packages: PackageFacts[] = [];
  for (const block of text.split("\n\n")) {
    // The letters of a package come before those of its folders and files (F, R, a, Z), which are most of the block.
    const values = new Map<string, string>();
    for (const line of block.split("\n")) {
      if (line.startsWith("F:")) break;
      if (line.charAt(1) === ":") values.set(line.charAt(0), line.slice(2));
    }
    const read = packageFacts({
      name: values.get("P") ?? "",
      version: values.get("V") ?? "",
      arch: values.get("A") ?? "",
      source: values.get("o") ?? "",
      sourceVersion: "",
    });
    if (read !== null) packages.push(read);
  }
  return packages;
}
