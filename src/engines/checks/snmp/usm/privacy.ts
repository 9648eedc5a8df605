/** Encrypts and decrypts scoped PDUs. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { DecodeError } from "../codec/decode-error.ts";
import { type PrivProtocol, privRules } from "./protocols.ts";

/** Boots and time of the engine, which go into the initialisation vector. */
export interface EngineClock {
  engineBoots: number;
  engineTime: number;
}

/** An encrypted PDU, and what its reader needs besides the key. */
export interface Encrypted {
  payload: Buffer;
  privParams: Buffer;
}

/** OpenSSL 3 keeps single DES in a provider that Node does not load; see {@link desCipher}. */
const desByTriple = "des-ede3-cbc";

/** Salts must not repeat under one key (RFC 3826 section 3.1.2.1): they count up from a random start. */
let salt = randomBytes(8).readBigUInt64BE();

/** What {@link privacyMissing} found, once per protocol. */
const tried = new Map<PrivProtocol, string | null>();

/** `null` when this runtime can encrypt with the protocol, else a sentence that says what is missing. */
export function privacyMissing(protocol: PrivProtocol): string | null {
  let missing = tried.get(protocol);
  if (missing === undefined) {
    missing = tryCipher(protocol);
    tried.set(protocol, missing);
  }
  return missing;
}

function tryCipher(protocol: PrivProtocol): string | null {
  const { cipher, keyLength } = privRules[protocol];
  try {
    const key = Buffer.alloc(keyLength, 1);
    if (cipher === "des") desCipher(key, Buffer.alloc(8));
    else createCipheriv(cipher, key, Buffer.alloc(16));
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `this collector's OpenSSL ${process.versions["openssl"]} refuses ${protocol} (${why})`;
  }
}

/** Encrypts under a localised key. @throws Error of OpenSSL when {@link privacyMissing} says so */
export function encrypt(
  protocol: PrivProtocol,
  key: Buffer,
  clock: EngineClock,
  plain: Buffer,
): Encrypted {
  salt = BigInt.asUintN(64, salt + 1n);
  const privParams = Buffer.allocUnsafe(8);
  privParams.writeBigUInt64BE(salt);
  const { cipher } = privRules[protocol];
  if (cipher !== "des") {
    const aes = createCipheriv(cipher, key, aesIv(clock, privParams));
    return { payload: aes.update(plain), privParams };
  }
  privParams.writeUInt32BE(clock.engineBoots >>> 0); // RFC 3414 section 8.1.1.1: boots, then a counter
  const padded = Buffer.concat([plain, Buffer.alloc((8 - (plain.length % 8)) % 8)]);
  return { payload: desCipher(key, privParams).update(padded), privParams };
}

/** Decrypts under a localised key. @throws DecodeError when salt or length cannot be right */
export function decrypt(
  protocol: PrivProtocol,
  key: Buffer,
  clock: EngineClock,
  { payload, privParams }: Encrypted,
): Buffer {
  if (privParams.length !== 8) throw new DecodeError("the privacy parameters are not 8 octets");
  const { cipher } = privRules[protocol];
  if (cipher !== "des") {
    return createDecipheriv(cipher, key, aesIv(clock, privParams)).update(payload);
  }
  if (payload.length === 0 || payload.length % 8 !== 0) {
    throw new DecodeError("the encrypted PDU is not whole DES blocks");
  }
  const des = createDecipheriv(desByTriple, tripled(key), desIv(key, privParams));
  return des.setAutoPadding(false).update(payload);
}

/** RFC 3826 section 3.1.2.1. */
function aesIv(clock: EngineClock, privParams: Buffer): Buffer {
  const iv = Buffer.allocUnsafe(16);
  iv.writeUInt32BE(clock.engineBoots >>> 0, 0);
  iv.writeUInt32BE(clock.engineTime >>> 0, 4);
  privParams.copy(iv, 8);
  return iv;
}

/** RFC 3414 section 8.1.1.1: the pre-IV, the key's second half, xor the salt. */
function desIv(key: Buffer, privParams: Buffer): Buffer {
  return Buffer.from(privParams.map((octet, at) => octet ^ (key[8 + at] ?? 0)));
}

/** Triple DES encrypts, decrypts and encrypts: under three times the same key that is single DES (FIPS 46-3). */
function desCipher(key: Buffer, privParams: Buffer) {
  return createCipheriv(desByTriple, tripled(key), desIv(key, privParams)).setAutoPadding(false);
}

function tripled(key: Buffer): Buffer {
  const single = key.subarray(0, 8);
  return Buffer.concat([single, single, single]);
}
