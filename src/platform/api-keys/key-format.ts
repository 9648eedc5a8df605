import { hash } from "node:crypto";
import { crc32 } from "node:zlib";

/** The services that have keys of their own: a key of one is unknown to the other. */
export const services = ["monitor", "exposure"] as const;
export type Service = (typeof services)[number];

/** Keys begin with these, so that people and secret scanners know what they found. */
export const keyPrefixes: Readonly<Record<Service, string>> = {
  monitor: "vdm_live_",
  exposure: "vdx_live_",
};

/** Length of the random part as the key shows it: 62^43 > 2^256. */
const secretLength = 43;
const checksumLength = 6; // 62^6 > 2^32
const secretBytes = 32;
const hintLength = 6;

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const shape = new RegExp(
  `^vd[mx]_live_[0-9A-Za-z]{${secretLength}}[0-9A-Za-z]{${checksumLength}}$`,
);

/**
 * Writes a key: prefix, 43 base62 characters of the secret, 6 of the CRC-32 (ISO-HDLC, as in zlib) of all before it.
 *
 * @param secret 32 random bytes.
 */
export function formatKey(service: Service, secret: Uint8Array): string {
  if (secret.length !== secretBytes) throw new RangeError(`a key's secret has 32 bytes`);
  const body = keyPrefixes[service] + base62(BigInt(`0x${hex(secret)}`), secretLength);
  return body + checksum(body);
}

/**
 * What is wrong with a text that should be a key of that service, in words for the one who sent it; `null` when it may be
 * one. Costs no look-up: typing errors and noise never reach the database.
 */
export function keyFault(text: string, service: Service): string | null {
  if (!shape.test(text)) {
    return `The API key is malformed: a key begins with ${keyPrefixes[service]} and has 58 characters.`;
  }
  if (!text.startsWith(keyPrefixes[service])) {
    return `The API key belongs to another service: a key of this one begins with ${keyPrefixes[service]}.`;
  }
  const body = text.slice(0, -checksumLength);
  if (checksum(body) !== text.slice(-checksumLength)) {
    return "The API key is damaged: its checksum does not fit. Copy it again from where it is kept.";
  }
  return null;
}

/** The first six secret characters, by which people tell keys apart. */
export function keyHint(key: string): string {
  const start = keyPrefixes.monitor.length; // both prefixes are equally long
  return key.slice(start, start + hintLength);
}

/** What is stored: SHA-256 of the whole key, 32 bytes. The secret has 256 random bits, so no slow hash is needed. */
export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) {
    text = digits.charAt(Number(rest % 62n)) + text;
  }
  return text;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
