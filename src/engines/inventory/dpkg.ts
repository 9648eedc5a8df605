import type { PackageFacts } from "#engines/inventory-types";
import { packageFacts } from "./package-facts.ts";

/**
 * States in which nothing of a package is on the disk, dpkg(1). In all others its files are there, wholly or in part: in the
 * middle of an upgrade a package is unpacked or waits for a trigger, and has not gone.
 */
const withoutFiles: ReadonlySet<string> = new Set(["not-installed", "config-files"]);

/**
 * Reads dpkg's list of packages, a stanza each (deb-control(5)).
 *
 * @param unmarked stanzas without `Status` are installed packages: so it is in the files of distroless images.
 */
export function parseDpkgStatus(text: string, unmarked: "installed" | "ignored"): PackageFacts[] {
  const packages: PackageFacts[] = [];
  for (const stanza of text.split("\n\n")) {
    const field = fieldsOf(stanza);
    const status = field("Status");
    const isInstalled =
      status === ""
        ? unmarked === "installed"
        : !withoutFiles.has(status.split(/\s+/)[2] ?? "not-installed");
    if (!isInstalled) continue;
    // `Source: name (version)`, the version only where it is not the package's own.
    const [, source = "", sourceVersion = ""] =
      /^(\S+)(?:\s+\(([^()]*)\))?/.exec(field("Source")) ?? [];
    const read = packageFacts({
      name: field("Package"),
      version: field("Version"),
      arch: field("Architecture"),
      source,
      sourceVersion,
    });
    if (read !== null) packages.push(read);
  }
  return packages;
}

/** The first line of a field; empty when the stanza has no such field. */
function fieldsOf(stanza: string): (name: string) => string {
  const text = `\n${stanza}`;
  return (name) => {
    const start = text.indexOf(`\n${name}:`);
    if (start < 0) return "";
    const from = start + name.length + 2;
    const end = text.indexOf("\n", from);
    return text.slice(from, end < 0 ? undefined : end).trim();
  };
}
