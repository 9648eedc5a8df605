import { DirectoryRefused } from "#engines/directory-types";
import { createAddressSet } from "#lib/cidr";
import { parseIp } from "#lib/ip";

const loopback = createAddressSet([
  { address: "127.0.0.0", family: 4, prefix: 8 },
  { address: "::1", family: 6, prefix: 128 },
]);

/** Whether nothing that is sent there leaves this machine. */
export function isLoopback(address: string): boolean {
  return loopback.has(address);
}

/**
 * Reads the address of a service that is given tokens and secrets: https with nothing behind the host; in clear only on this machine
 * itself.
 *
 * @param what names the setting: `graphUrl`.
 * @throws DirectoryRefused
 */
export function parseBaseUrl(what: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    throw new DirectoryRefused(`${what} must be an address such as https://graph.microsoft.com.`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new DirectoryRefused(`${what} must be an address without user, query and fragment.`);
  }
  if (url.pathname !== "/") {
    throw new DirectoryRefused(`${what} must end behind its host: ${url.origin}.`);
  }
  const literal = parseIp(url.hostname);
  const isHere = literal === null ? url.hostname === "localhost" : isLoopback(literal.address);
  if (url.protocol === "http:" && !isHere) {
    throw new DirectoryRefused(
      `${what} begins with http:, which would send the secret in clear; write https://${url.host}.`,
    );
  }
  return url;
}

/** The path and query of a link to the same place, to be asked for there; `null`: it is none, or leads elsewhere. */
export function pathOfLink(link: unknown, base: URL): string | null {
  if (typeof link !== "string" || !URL.canParse(link)) return null;
  const url = new URL(link);
  const isSame = url.origin === base.origin && url.username === "" && url.password === "";
  return isSame ? `${url.pathname}${url.search}` : null;
}
