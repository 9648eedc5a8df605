import { isIP } from "node:net";
import { DirectoryRefused } from "#engines/directory-types";
import { formatHostPort } from "#lib/ip";

/** Where a domain controller is asked. */
export interface LdapServer {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, or asked for in clear before anything else is said. */
  readonly security: "ldaps" | "starttls";
  /** `dc1.acme.test:636`, for words. */
  readonly whom: string;
}

/**
 * In clear or with StartTLS, and with TLS at once. Of what the global catalog leaves out, MS-ADTS 3.1.1.1.9, rules would say that it
 * is not there.
 */
const globalCatalogPorts: readonly number[] = [3268, 3269];

/**
 * Reads `ldaps://host[:port]` or `ldap://host[:port]`.
 *
 * @throws DirectoryRefused
 */
export function parseLdapUrl(text: string): LdapServer {
  const url = URL.canParse(text) ? new URL(text) : null;
  const host = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  const isLdaps = url?.protocol === "ldaps:";
  const isPlain = url !== null && url.username === "" && url.password === "" && url.search === "";
  if (!isPlain || (!isLdaps && url.protocol !== "ldap:") || host === "" || url.port === "0") {
    // Somebody may have put a password there.
    const shown = text.replace(/\/\/.*@/s, "//…@");
    throw new DirectoryRefused(
      `${JSON.stringify(shown)} is no address of a directory: write ldaps://HOST or ldap://HOST, with :PORT if it is another.`,
    );
  }
  const port = url.port === "" ? (isLdaps ? 636 : 389) : Number(url.port);
  if (globalCatalogPorts.includes(port)) {
    throw new DirectoryRefused(
      `${formatHostPort(host, port)} is the global catalog, which has only some attributes of each object: leave the port ${port} out.`,
    );
  }
  const security = isLdaps ? "ldaps" : "starttls";
  return { host, port, security, whom: formatHostPort(host, port) };
}

/** The name that a certificate must have: what was said, or the host, without a final dot. */
export function certificateName(server: LdapServer, serverName: string | null): string {
  const name = serverName ?? server.host;
  return isIP(name) === 0 ? name.replace(/\.$/, "") : name;
}
