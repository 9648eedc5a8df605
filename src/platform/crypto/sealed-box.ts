import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Layout of a sealed value: version (1 byte) · nonce (12) · tag (16) · ciphertext. AES-256-GCM, NIST SP 800-38D. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Seals and opens credentials under the installation's key. */
export interface SealedBox {
  /** @param place what the value belongs to, e.g. `sensor:ID`: a sealed value copied to another row does not open. */
  seal(plain: string, place: string): Buffer;
  /** @throws Error when the key is another one, or the value was changed or moved. */
  open(sealed: Buffer, place: string): string;
}

/** @param key 32 bytes. */
export function createSealedBox(key: Buffer): SealedBox {
  if (key.length !== 32) throw new RangeError(`a sealing key has 32 bytes, not ${key.length}`);
  return {
    seal(plain, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== version) {
        throw new Error(`the sealed value of ${place} is damaged`);
      }
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes));
      try {
        const body = decipher.update(sealed.subarray(1 + nonceBytes + tagBytes));
        return Buffer.concat([body, decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new Error(
          `the sealed value of ${place} does not open: another secret key file, or a changed row`,
          { cause },
        );
      }
    },
  };
}
