/** Bits of msDS-SupportedEncryptionTypes, MS-KILE 2.2.7. */
const encryptionTypes = {
  desCrc: 0x1,
  desMd5: 0x2,
  rc4: 0x4,
  aes128: 0x8,
  aes256: 0x10,
} as const;

/** Either DES. */
export const anyDes = encryptionTypes.desCrc | encryptionTypes.desMd5;
/** RC4 and either AES; other bits of the attribute are no types, but features. */
export const strongerThanDes =
  encryptionTypes.rc4 | encryptionTypes.aes128 | encryptionTypes.aes256;
/** Either AES. */
export const anyAes = encryptionTypes.aes128 | encryptionTypes.aes256;

const names: readonly (readonly [bit: number, name: string])[] = [
  [encryptionTypes.desCrc, "DES-CBC-CRC"],
  [encryptionTypes.desMd5, "DES-CBC-MD5"],
  [encryptionTypes.rc4, "RC4"],
  [encryptionTypes.aes128, "AES128"],
  [encryptionTypes.aes256, "AES256"],
];

/** `DES-CBC-MD5, RC4`; `none that is known` of other bits. */
export function encryptionNames(types: number): string {
  const named = names.filter(([bit]) => (types & bit) !== 0).map(([, name]) => name);
  return named.length === 0 ? "none that is known" : named.join(", ");
}
