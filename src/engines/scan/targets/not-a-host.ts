import { createAddressSet, parseCidr } from "#lib/cidr";

const blocks = (...texts: string[]) =>
  createAddressSet(texts.map(parseCidr).filter((block) => block !== null));
const multicast = blocks("224.0.0.0/4", "ff00::/8");
const unspecified = blocks("0.0.0.0/8", "::/128", "240.0.0.0/4");

/** Why no host can have this address (IANA's special-purpose registries); `null` when one can. */
export function reasonNotAHost(address: string): string | null {
  if (multicast.has(address)) return "a multicast address is no host";
  return unspecified.has(address) ? "this address is reserved and belongs to no host" : null;
}
