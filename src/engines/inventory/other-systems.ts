import { release, version } from "node:os";
import type { HostFacts } from "#engines/inventory-types";
import { fact, factOrNull } from "./fact.ts";
import type { HostFiles } from "./host-files.ts";

type Os = HostFacts["os"];

const families: Partial<Record<NodeJS.Platform, Os["family"]>> = {
  win32: "windows",
  darwin: "macos",
  freebsd: "bsd",
  openbsd: "bsd",
  netbsd: "bsd",
};

/** Which system this is, where it is not Linux: by what node:os tells, macOS by its own list of versions. */
export async function readOtherOs(platform: NodeJS.Platform, files: HostFiles): Promise<Os> {
  const family = families[platform] ?? "other";
  const id = family === "windows" || family === "macos" ? family : fact(platform, 50);
  if (family === "macos") {
    const { text } = await files.read("/System/Library/CoreServices/SystemVersion.plist");
    return { family, id, like: [], ...macVersion(text ?? "") };
  }
  // Windows: `Windows Server 2022 Standard`, `10.0.20348`. Elsewhere version() is the kernel's, with the day it was built.
  const name = family === "windows" ? version() : `${platform} ${release()}`;
  return {
    family,
    id,
    like: [],
    name: fact(name, 200),
    version: factOrNull(release(), 50),
    codename: null,
  };
}

/** The name and number that SystemVersion.plist gives. */
export function macVersion(plist: string): Pick<Os, "name" | "version" | "codename"> {
  const value = (key: string) =>
    new RegExp(`<key>${key}</key>\\s*<string>([^<]{0,100})</string>`).exec(plist)?.[1] ?? "";
  const number = factOrNull(value("ProductVersion"), 50);
  const name = fact(value("ProductName"), 100) || "macOS";
  return { name: number === null ? name : `${name} ${number}`, version: number, codename: null };
}
