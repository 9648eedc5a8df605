import { hostname } from "node:os";
import { isIP } from "node:net";
import { fact } from "./fact.ts";
import type { HostFiles } from "./host-files.ts";

/** What a host calls itself. */
export interface HostName {
  /** Without its domain. */
  readonly hostname: string;
  readonly fqdn: string | null;
}

/**
 * The kernel's name for this host, an image's by /etc/hostname; its domain from the name itself or from /etc/hosts, as
 * hostname(1) finds it. DNS is not asked: the name would come and go with the resolver.
 */
export async function readHostName(files: HostFiles): Promise<HostName> {
  const own = files.isThisHost ? hostname() : ((await files.line("/etc/hostname")) ?? "");
  const { text } = await files.read("/etc/hosts");
  return hostNameOf(own, text ?? "");
}

export function hostNameOf(own: string, hosts: string): HostName {
  const name = fact(own, 255);
  const [first = ""] = name.split(".", 1);
  return { hostname: first, fqdn: fullName(name) ?? fullName(canonicalName(name, hosts)) };
}

/** The first name on the first line of hosts(5) that names the host fully. */
function canonicalName(name: string, hosts: string): string {
  const wanted = name.toLowerCase();
  for (const line of hosts.split("\n")) {
    const [address = "", canonical = "", ...aliases] = (line.split("#", 1)[0] ?? "")
      .toLowerCase()
      .trim()
      .split(/\s+/);
    if (isIP(address) === 0 || fullName(canonical) === null) continue;
    if (canonical === wanted || aliases.includes(wanted)) return canonical;
  }
  return "";
}

/** In lower case; `null`: it has no domain, or one that every host has. */
function fullName(name: string): string | null {
  const lower = name.toLowerCase().replace(/\.$/, "");
  if (lower.length > 253 || !/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/.test(lower)) return null;
  if (isIP(lower) !== 0 || /^localhost\.|\.localdomain$/.test(lower)) return null;
  return lower;
}
