import { readFileSync, statSync } from "node:fs";

/** Where the system keeps names that it knows without asking, and how it asks. */
export interface NameFiles {
  hosts: string;
  resolvConf: string;
}

const windowsRoot = process.env["SystemRoot"] ?? "C:\\Windows";

/** The system's own files. Windows has no resolv.conf; a file that does not exist counts as empty. */
export const systemNameFiles: NameFiles =
  process.platform === "win32"
    ? { hosts: `${windowsRoot}\\System32\\drivers\\etc\\hosts`, resolvConf: "" }
    : { hosts: "/etc/hosts", resolvConf: "/etc/resolv.conf" };

/** What resolv.conf(5) says about short names. */
export interface SearchRules {
  search: readonly string[];
  ndots: number;
}

const recheckAfterMs = 5000;

/**
 * A file that is read again once it has changed, looked at every 5 s at most.
 * @throws what the file system says, except that a missing file reads as empty
 */
export function watchedFile<T>(
  path: string,
  parse: (text: string) => T,
  now: () => number,
): () => T {
  let value = parse("");
  let stamp = "";
  let checkAt = -Infinity;
  return () => {
    if (now() < checkAt || path === "") return value;
    checkAt = now() + recheckAfterMs;
    const stats = statSync(path, { throwIfNoEntry: false });
    const found = stats === undefined ? "" : `${stats.ino}:${stats.mtimeMs}:${stats.size}`;
    if (found !== stamp) {
      value = parse(stats === undefined ? "" : readFileSync(path, "utf8"));
      stamp = found;
    }
    return value;
  };
}

/** hosts(5): names in lower case, each with its addresses in the order of the file. */
export function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address, ...aliases] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (address === undefined || address === "") continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      const addresses = names.get(name);
      if (addresses === undefined) names.set(name, [address]);
      else if (!addresses.includes(address)) addresses.push(address);
    }
  }
  return names;
}

/** `search` (or `domain`; the later one wins) and `ndots` of resolv.conf(5); at most 6 domains, as in glibc before 2.26. */
export function parseResolvConf(text: string): SearchRules {
  let search: string[] = [];
  let ndots = 1;
  for (const line of text.split("\n")) {
    const [word, ...rest] = line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/);
    if (word === "search" || word === "domain") {
      search = rest.map((domain) => domain.replace(/\.$/, "").toLowerCase()).filter(Boolean);
    } else if (word === "options") {
      const option = rest.map((each) => /^ndots:(\d{1,2})$/.exec(each)?.[1]).find(Boolean);
      if (option !== undefined) ndots = Math.min(15, Number(option));
    }
  }
  return { search: search.slice(0, 6), ndots };
}

/** The full names to ask for, in order: a name with fewer dots than `ndots` tries the search domains first. */
export function fullNames(name: string, rules: SearchRules): string[] {
  if (name.endsWith(".")) return [name.slice(0, -1)];
  const searched = rules.search.map((domain) => `${name}.${domain}`);
  const dots = name.split(".").length - 1;
  return dots >= rules.ndots ? [name, ...searched] : [...searched, name];
}
