/** What can be negotiated, ascending, as OpenSSL names it. SSLv2 is another protocol and not asked for. */
export const tlsVersions = [
  { name: "SSLv3", code: 0x0300 },
  { name: "TLSv1", code: 0x0301 },
  { name: "TLSv1.1", code: 0x0302 },
  { name: "TLSv1.2", code: 0x0303 },
  { name: "TLSv1.3", code: 0x0304 },
] as const;

/** Versions as they travel. */
export const ssl3 = 0x0300;
export const tls10 = 0x0301;
export const tls12 = 0x0303;
export const tls13 = 0x0304;
