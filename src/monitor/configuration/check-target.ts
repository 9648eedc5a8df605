import type { CheckType } from "#engines/check-types";
import { InvalidTarget, parseHost, parseHostPort } from "#lib/ip";

/** Ports that a target need not name: the protocol's own. */
const ownPorts: Partial<Record<CheckType, number>> = { snmp: 161, tls: 443 };

/**
 * Whether a target is what its type of check asks: `null` when it is, otherwise what is wrong, in a sentence.
 */
export function targetFault(type: CheckType, target: string): string | null {
  if (target !== target.trim()) return "must neither begin nor end with a space";
  if (type === "http") return urlFault(target);
  try {
    if (type === "icmp") parseHost(target);
    else parseHostPort(target, ownPorts[type]);
    return null;
  } catch (error) {
    if (error instanceof InvalidTarget)
      return `does not fit a sensor of type ${type}: ${error.message}`;
    throw error;
  }
}

// The address is never quoted: what makes it invalid may be a password in it.
function urlFault(target: string): string | null {
  if (!/^https?:\/\//i.test(target)) {
    return "does not fit a sensor of type http: write an address such as https://example.net/health";
  }
  // URL parsers drop tabs and newlines without a word.
  if (/\s/.test(target) || !URL.canParse(target)) return "is not a valid http address";
  const { username, password, port } = new URL(target);
  if (username !== "" || password !== "") {
    return "must not hold a user or password, since targets are shown; put them under http.basicAuth";
  }
  return port === "0" ? "must not have port 0" : null;
}
