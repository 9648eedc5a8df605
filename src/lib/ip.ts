import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An IP address as sockets take it: no brackets, IPv4-mapped IPv6 turned into IPv4, IPv6 in its one spelling (RFC 5952). */
export interface IpLiteral {
  /** With the zone, when one was given: `fe80::1%eth0`. */
  address: string;
  family: 4 | 6;
}

/** Where to connect to. `host` is a name or an address without brackets. */
export interface HostPort {
  host: string;
  port: number;
}

/** A target that cannot be understood; the message names it and says what is expected. */
export class InvalidTarget extends Error {
  override name = "InvalidTarget";
}

const maxHostLength = 300; // a name has at most 253 characters (RFC 1035), an address with a zone fewer

/**
 * Reads an IPv4 or IPv6 address, the latter with or without brackets and zone; `null` when it is none. Only the dotted
 * form with four parts is IPv4: `127.1` or `0x7f000001` are names to us, so nothing slips past an address rule.
 * `::ffff:10.0.0.1` (RFC 4291 section 2.5.5.2) is the IPv4 address that packets will carry.
 */
export function parseIp(text: string): IpLiteral | null {
  let address = text;
  if (text.charCodeAt(0) === 91 && text.endsWith("]")) address = text.slice(1, -1);
  const family = isIP(address);
  if (family === 4) return address === text ? { address, family: 4 } : null;
  if (family !== 6) return null;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) {
    return { address: parsed.toIPv4Address().toString(), family: 4 };
  }
  return { address: parsed.toString(), family: 6 };
}

/**
 * The address in words of 32 bits and network order: one for IPv4, four for IPv6. The text must be an address as
 * {@link parseIp} gives it, without zone.
 */
export function ipWords(address: string): number[] {
  if (!address.includes(":")) {
    let word = 0;
    for (const part of address.split(".")) word = word * 256 + Number(part);
    return [word];
  }
  const { parts } = ipaddr.IPv6.parse(address);
  return [0, 2, 4, 6].map((at) => (parts[at] ?? 0) * 65_536 + (parts[at + 1] ?? 0));
}

/** The text of an address of 4 or 16 bytes. */
export function formatIpBytes(bytes: Uint8Array): string {
  return ipaddr.fromByteArray([...bytes]).toString();
}

/** The address without its zone: what address rules compare. */
export function withoutZone(address: string): string {
  const zone = address.indexOf("%");
  return zone < 0 ? address : address.slice(0, zone);
}

/** `host:port`, with brackets around IPv6. */
export function formatHostPort(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * Reads a host without a port: a name or an address, IPv6 with or without brackets. The name is not looked up.
 * @throws InvalidTarget
 */
export function parseHost(text: string): string {
  const trimmed = text.trim();
  const host = trimmed.startsWith("[") && trimmed.endsWith("]") ? trimmed.slice(1, -1) : trimmed;
  const bracketed = host !== trimmed;
  if (host === "") throw new InvalidTarget(`target ${quote(text)} names no host`);
  if (host.length > maxHostLength) {
    throw new InvalidTarget(
      `target ${quote(text)} is too long for a host name (253 characters at most)`,
    );
  }
  const isAddress = isIP(host);
  if (bracketed && isAddress !== 6) {
    throw new InvalidTarget(`target ${quote(text)}: only an IPv6 address stands in brackets`);
  }
  if (isAddress === 0 && host.includes(":")) {
    throw new InvalidTarget(
      `target ${quote(text)} is neither a host name nor an address; no port belongs here`,
    );
  }
  if (isAddress === 0) rejectBadName(text, host);
  return host;
}

/**
 * Reads `host:port`, `[IPv6]:port`, or, when `defaultPort` is given, a host alone (a bare IPv6 address included).
 * @throws InvalidTarget
 */
export function parseHostPort(text: string, defaultPort?: number): HostPort {
  const target = text.trim();
  if (isIP(target) === 6 || !/:[^\]:]*$/.test(target)) {
    if (defaultPort === undefined) {
      const example = isIP(target) === 6 ? `[${target}]:443` : "example.net:443";
      throw new InvalidTarget(
        `target ${quote(text)} has no port; write host:port, for example ${example}`,
      );
    }
    return { host: parseHost(target), port: defaultPort };
  }
  const colon = target.lastIndexOf(":");
  const host = target.slice(0, colon);
  if (host.includes(":") && !host.startsWith("[")) {
    throw new InvalidTarget(
      `target ${quote(text)}: write an IPv6 address with a port as [address]:port`,
    );
  }
  return { host: parseHost(host), port: parsePort(target.slice(colon + 1), text) };
}

function parsePort(text: string, target: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) {
    throw new InvalidTarget(`target ${quote(target)}: ${quote(text)} is not a port (1 to 65535)`);
  }
  return port;
}

/** Letters outside ASCII are allowed (they become Punycode); what a URL, shell or log could trip over is not. */
function rejectBadName(text: string, host: string): void {
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused here
  const bad = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029!"#$%&'()*+,/;<=>?@[\\\]^`{|}~]/u.exec(host);
  if (bad !== null) {
    throw new InvalidTarget(`target ${quote(text)}: ${quote(bad[0])} cannot stand in a host name`);
  }
  const name = host.endsWith(".") ? host.slice(0, -1) : host;
  if (name.length > 253 || name.split(".").some((label) => label === "" || label.length > 63)) {
    throw new InvalidTarget(
      `target ${quote(text)} is not a host name: its parts have 1 to 63 characters, all of it at most 253`,
    );
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
