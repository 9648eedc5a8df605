import { BlockList } from "node:net";
import { parseIp, withoutZone } from "./ip.ts";

/** A block of addresses. */
export interface Cidr {
  address: string;
  family: 4 | 6;
  /** Leading bits that all addresses of the block share: 0 to 32, or 0 to 128. */
  prefix: number;
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address; `null` when it is neither. */
export function parseCidr(text: string): Cidr | null {
  const [address = "", prefixText, ...rest] = text.trim().split("/");
  const ip = parseIp(address);
  if (ip === null || rest.length > 0 || address.startsWith("[") || ip.address.includes("%")) {
    return null;
  }
  const longest = ip.family === 4 ? 32 : 128;
  if (prefixText === undefined) return { ...ip, prefix: longest };
  // An IPv4 address written as IPv6 would have a prefix of the other kind.
  if (!/^\d{1,3}$/.test(prefixText) || ip.address !== address) return null;
  const prefix = Number(prefixText);
  return prefix <= longest ? { ...ip, prefix } : null;
}

/** Whether addresses fall into any of some blocks. */
export interface AddressSet {
  /** False for what is no address. IPv4 written as IPv6 counts as IPv4; zones are ignored. */
  has(address: string): boolean;
}

/** Makes a set of address blocks. */
export function createAddressSet(blocks: readonly Cidr[]): AddressSet {
  const list = new BlockList();
  for (const { address, prefix, family } of blocks) list.addSubnet(address, prefix, `ipv${family}`);
  return {
    has(address) {
      const ip = parseIp(withoutZone(address));
      return ip !== null && list.check(ip.address, `ipv${ip.family}`);
    },
  };
}
