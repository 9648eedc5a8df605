import type { HostFacts } from "#engines/inventory-types";
import { fact, factOrNull } from "./fact.ts";
import type { HostFiles } from "./host-files.ts";

/** Where it is, the administrator's copy first: os-release(5). */
const paths = ["/etc/os-release", "/usr/lib/os-release"];

/** Which Linux this is. A system without os-release is `linux`, as os-release(5) has it. */
export async function readOsRelease(files: HostFiles): Promise<HostFacts["os"]> {
  for (const path of paths) {
    const { text } = await files.read(path);
    if (text !== null) return osOfRelease(text);
  }
  return osOfRelease("");
}

/** The operating system that the text of an os-release file names. */
export function osOfRelease(text: string): HostFacts["os"] {
  const values = parseOsRelease(text);
  const named = (name: string) => values.get(name) ?? "";
  const fullName = [named("NAME") || "Linux", named("VERSION")].join(" ");
  return {
    family: "linux",
    id: fact(named("ID") || "linux", 50),
    like: named("ID_LIKE")
      .split(/\s+/)
      .flatMap((id) => factOrNull(id, 50) ?? [])
      .slice(0, 10),
    name: fact(named("PRETTY_NAME") || fullName, 200),
    version: factOrNull(named("VERSION_ID"), 50),
    codename: factOrNull(named("VERSION_CODENAME") || named("UBUNTU_CODENAME"), 50),
  };
}

/** Assignments as a shell would read them; the last of a name counts. Lines that are none are left out. */
export function parseOsRelease(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, name, value] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, unquoted(value.trim()));
  }
  return values;
}

/** Between double quotes and outside of quotes a backslash keeps the next character, between single quotes nothing does. */
function unquoted(value: string): string {
  const quote = value.charAt(0);
  const isWhole = value.length >= 2 && value.endsWith(quote);
  if (quote === "'" && isWhole) return value.slice(1, -1);
  if (quote === '"' && isWhole) return value.slice(1, -1).replace(/\\([$"\\`])/g, "$1");
  return value.replace(/\\(.)/g, "$1");
}
