import type { snmpAuthProtocols, snmpPrivProtocols } from "#engines/check-types";

export type AuthProtocol = (typeof snmpAuthProtocols)[number];
export type PrivProtocol = (typeof snmpPrivProtocols)[number];

/** How a message is authenticated. */
export interface AuthRules {
  /** OpenSSL's name of the hash. */
  hash: string;
  /** Octets of the digest that travel. */
  digestLength: number;
}

/** HMAC-MD5-96 and HMAC-SHA-96 of RFC 3414 sections 6 and 7; the SHA-2 family of RFC 7860 section 4. */
export const authRules: Readonly<Record<AuthProtocol, AuthRules>> = {
  MD5: { hash: "md5", digestLength: 12 },
  SHA: { hash: "sha1", digestLength: 12 },
  "SHA-224": { hash: "sha224", digestLength: 16 },
  "SHA-256": { hash: "sha256", digestLength: 24 },
  "SHA-384": { hash: "sha384", digestLength: 32 },
  "SHA-512": { hash: "sha512", digestLength: 48 },
};

/** How a message is encrypted. */
export interface PrivRules {
  cipher: "aes-128-cfb" | "aes-192-cfb" | "aes-256-cfb" | "des";
  /** Octets of the localised key that are used; DES takes 8 for the key and 8 for the pre-IV. */
  keyLength: number;
  /** How a localised key that is too short is made longer. */
  extension: "blumenthal" | "reeder";
}

/**
 * DES: RFC 3414 section 8. AES: RFC 3826. The longer AES keys are drafts that never became RFCs, in the two dialects that
 * devices speak: draft-blumenthal-aes-usm-04, and (`-C`, Cisco and others) the key extension of
 * draft-reeder-snmpv3-usm-3desede.
 */
export const privRules: Readonly<Record<PrivProtocol, PrivRules>> = {
  DES: { cipher: "des", keyLength: 16, extension: "blumenthal" },
  AES: { cipher: "aes-128-cfb", keyLength: 16, extension: "blumenthal" },
  "AES-192": { cipher: "aes-192-cfb", keyLength: 24, extension: "blumenthal" },
  "AES-256": { cipher: "aes-256-cfb", keyLength: 32, extension: "blumenthal" },
  "AES-192-C": { cipher: "aes-192-cfb", keyLength: 24, extension: "reeder" },
  "AES-256-C": { cipher: "aes-256-cfb", keyLength: 32, extension: "reeder" },
};
