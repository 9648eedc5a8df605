/*
 * Cipher suites by their number in IANA's registry (iana.org/assignments/tls-parameters), under OpenSSL's names. Those
 * that need a key shared in advance (PSK, SRP, Kerberos) are left out: nobody could agree on them with us.
 */

type Suite = readonly [code: number, name: string];

/** Of TLS 1.3 (RFC 8446 section B.4). */
const tls13Suites: readonly Suite[] = [
  [0x1301, "TLS_AES_128_GCM_SHA256"],
  [0x1302, "TLS_AES_256_GCM_SHA384"],
  [0x1303, "TLS_CHACHA20_POLY1305_SHA256"],
  [0x1304, "TLS_AES_128_CCM_SHA256"],
  [0x1305, "TLS_AES_128_CCM_8_SHA256"],
];

/** Up to TLS 1.2, in the order in which a modern client prefers them. */
const soundSuites: readonly Suite[] = [
  [0xc02b, "ECDHE-ECDSA-AES128-GCM-SHA256"],
  [0xc02f, "ECDHE-RSA-AES128-GCM-SHA256"],
  [0xc02c, "ECDHE-ECDSA-AES256-GCM-SHA384"],
  [0xc030, "ECDHE-RSA-AES256-GCM-SHA384"],
  [0xcca9, "ECDHE-ECDSA-CHACHA20-POLY1305"],
  [0xcca8, "ECDHE-RSA-CHACHA20-POLY1305"],
  [0xccaa, "DHE-RSA-CHACHA20-POLY1305"],
  [0x009e, "DHE-RSA-AES128-GCM-SHA256"],
  [0x009f, "DHE-RSA-AES256-GCM-SHA384"],
  [0x00a2, "DHE-DSS-AES128-GCM-SHA256"],
  [0x00a3, "DHE-DSS-AES256-GCM-SHA384"],
  [0xc0ac, "ECDHE-ECDSA-AES128-CCM"],
  [0xc0ad, "ECDHE-ECDSA-AES256-CCM"],
  [0xc09e, "DHE-RSA-AES128-CCM"],
  [0xc09f, "DHE-RSA-AES256-CCM"],
  [0xc023, "ECDHE-ECDSA-AES128-SHA256"],
  [0xc027, "ECDHE-RSA-AES128-SHA256"],
  [0xc024, "ECDHE-ECDSA-AES256-SHA384"],
  [0xc028, "ECDHE-RSA-AES256-SHA384"],
  [0x0067, "DHE-RSA-AES128-SHA256"],
  [0x006b, "DHE-RSA-AES256-SHA256"],
  [0x0040, "DHE-DSS-AES128-SHA256"],
  [0x006a, "DHE-DSS-AES256-SHA256"],
  [0xc009, "ECDHE-ECDSA-AES128-SHA"],
  [0xc013, "ECDHE-RSA-AES128-SHA"],
  [0xc00a, "ECDHE-ECDSA-AES256-SHA"],
  [0xc014, "ECDHE-RSA-AES256-SHA"],
  [0x0033, "DHE-RSA-AES128-SHA"],
  [0x0039, "DHE-RSA-AES256-SHA"],
  [0x0032, "DHE-DSS-AES128-SHA"],
  [0x0038, "DHE-DSS-AES256-SHA"],
  [0xc004, "ECDH-ECDSA-AES128-SHA"],
  [0xc005, "ECDH-ECDSA-AES256-SHA"],
  [0xc00e, "ECDH-RSA-AES128-SHA"],
  [0xc00f, "ECDH-RSA-AES256-SHA"],
  [0x0045, "DHE-RSA-CAMELLIA128-SHA"],
  [0x0088, "DHE-RSA-CAMELLIA256-SHA"],
  [0x009c, "AES128-GCM-SHA256"],
  [0x009d, "AES256-GCM-SHA384"],
  [0xc09c, "AES128-CCM"],
  [0xc09d, "AES256-CCM"],
  [0x003c, "AES128-SHA256"],
  [0x003d, "AES256-SHA256"],
  [0x002f, "AES128-SHA"],
  [0x0035, "AES256-SHA"],
  [0x0041, "CAMELLIA128-SHA"],
  [0x0084, "CAMELLIA256-SHA"],
  [0x0096, "SEED-SHA"],
  [0x009a, "DHE-RSA-SEED-SHA"],
  [0x0007, "IDEA-CBC-SHA"],
];

/** No encryption at all. */
const nullSuites: readonly Suite[] = [
  [0x0001, "NULL-MD5"],
  [0x0002, "NULL-SHA"],
  [0x003b, "NULL-SHA256"],
  [0xc006, "ECDHE-ECDSA-NULL-SHA"],
  [0xc010, "ECDHE-RSA-NULL-SHA"],
  [0xc001, "ECDH-ECDSA-NULL-SHA"],
  [0xc00b, "ECDH-RSA-NULL-SHA"],
  [0xc015, "AECDH-NULL-SHA"],
];

/** Keys of 40 or 56 bits, as exports from the USA once had to have (CVE-2015-0204). */
const exportSuites: readonly Suite[] = [
  [0x0003, "EXP-RC4-MD5"],
  [0x0006, "EXP-RC2-CBC-MD5"],
  [0x0008, "EXP-DES-CBC-SHA"],
  [0x000b, "EXP-DH-DSS-DES-CBC-SHA"],
  [0x000e, "EXP-DH-RSA-DES-CBC-SHA"],
  [0x0011, "EXP-EDH-DSS-DES-CBC-SHA"],
  [0x0014, "EXP-EDH-RSA-DES-CBC-SHA"],
  [0x0017, "EXP-ADH-RC4-MD5"],
  [0x0019, "EXP-ADH-DES-CBC-SHA"],
  [0x0062, "EXP1024-DES-CBC-SHA"],
  [0x0064, "EXP1024-RC4-SHA"],
];

/** No certificate: anybody may stand in between. */
const anonymousSuites: readonly Suite[] = [
  [0x0018, "ADH-RC4-MD5"],
  [0x001a, "ADH-DES-CBC-SHA"],
  [0x001b, "ADH-DES-CBC3-SHA"],
  [0x0034, "ADH-AES128-SHA"],
  [0x003a, "ADH-AES256-SHA"],
  [0x006c, "ADH-AES128-SHA256"],
  [0x006d, "ADH-AES256-SHA256"],
  [0x00a6, "ADH-AES128-GCM-SHA256"],
  [0x00a7, "ADH-AES256-GCM-SHA384"],
  [0xc016, "AECDH-RC4-SHA"],
  [0xc017, "AECDH-DES-CBC3-SHA"],
  [0xc018, "AECDH-AES128-SHA"],
  [0xc019, "AECDH-AES256-SHA"],
];

/** Keys of 56 bits. */
const desSuites: readonly Suite[] = [
  [0x0009, "DES-CBC-SHA"],
  [0x0012, "EDH-DSS-DES-CBC-SHA"],
  [0x0015, "EDH-RSA-DES-CBC-SHA"],
];

/** Forbidden by RFC 7465. */
const rc4Suites: readonly Suite[] = [
  [0x0004, "RC4-MD5"],
  [0x0005, "RC4-SHA"],
  [0xc002, "ECDH-ECDSA-RC4-SHA"],
  [0xc007, "ECDHE-ECDSA-RC4-SHA"],
  [0xc00c, "ECDH-RSA-RC4-SHA"],
  [0xc011, "ECDHE-RSA-RC4-SHA"],
];

/** Blocks of 64 bits (CVE-2016-2183). */
const tripleDesSuites: readonly Suite[] = [
  [0x000a, "DES-CBC3-SHA"],
  [0x0013, "DHE-DSS-DES-CBC3-SHA"],
  [0x0016, "DHE-RSA-DES-CBC3-SHA"],
  [0xc003, "ECDH-ECDSA-DES-CBC3-SHA"],
  [0xc008, "ECDHE-ECDSA-DES-CBC3-SHA"],
  [0xc00d, "ECDH-RSA-DES-CBC3-SHA"],
  [0xc012, "ECDHE-RSA-DES-CBC3-SHA"],
];

/**
 * Nobody should agree on these any more (RFC 9325 section 4.1), by what is weak about them, the worst first: a server that
 * takes one of a group is as good as one that takes them all.
 */
const weakGroups: readonly (readonly Suite[])[] = [
  nullSuites,
  exportSuites,
  anonymousSuites,
  desSuites,
  rc4Suites,
  tripleDesSuites,
];
const weakSuites = weakGroups.flat();

const codesOf = (suites: readonly Suite[]) => suites.map(([code]) => code);

/** What a modern client offers. */
export const modernCodes: readonly number[] = [...codesOf(tls13Suites), ...codesOf(soundSuites)];
/** Everything below TLS 1.3, the weak ones last. */
export const legacyCodes: readonly number[] = [...codesOf(soundSuites), ...codesOf(weakSuites)];

/** The weak suites of all groups from which none is in `found`. */
export function weakCodesBesides(found: ReadonlySet<number>): number[] {
  const left = weakGroups.filter((group) => !group.some(([code]) => found.has(code)));
  return left.flatMap(codesOf);
}

const weak = new Set(codesOf(weakSuites));

/** Whether nobody should agree on it. */
export function isWeak(code: number): boolean {
  return weak.has(code);
}

const names: ReadonlyMap<number, string> = new Map([...tls13Suites, ...soundSuites, ...weakSuites]);

/** OpenSSL's name; one that we do not know by its number, `0xC0FF`. */
export function cipherName(code: number): string {
  return names.get(code) ?? `0x${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
