/** From passwords to the keys of one engine. Hashing a password costs milliseconds by design, so results are kept. */
import { createHash, hash } from "node:crypto";
import { type AuthProtocol, authRules, type PrivProtocol, privRules } from "./protocols.ts";

/** RFC 3414 section A.2: the password is repeated to this many octets. */
const stretchedLength = 1_048_576;

/** Makes localised keys. One instance serves all devices of an engine. */
export class KeyCache {
  readonly #limit: number;
  readonly #keys = new Map<string, Buffer>();

  /** At most `limit` keys are kept; the oldest go first. */
  constructor(limit = 50_000) {
    this.#limit = limit;
  }

  /** The key that authenticates. */
  authKey(protocol: AuthProtocol, password: string, engineId: Buffer): Buffer {
    return this.#localised(authRules[protocol].hash, password, engineId);
  }

  /**
   * The key that encrypts, made with the authentication's hash and as long as the privacy protocol wants it. When the
   * localised key is too short, Blumenthal's draft (section 3.1.2.1) appends its hash; Reeder's (section 2.1) takes it for
   * a password and appends the localised key of that. Once is enough: the shortest, MD5 for AES-256, gives 16 + 16 octets.
   */
  privKey(protocol: PrivProtocol, auth: AuthProtocol, password: string, engineId: Buffer): Buffer {
    const { keyLength, extension } = privRules[protocol];
    const hashName = authRules[auth].hash;
    return this.#kept(`${protocol} ${hashName} ${engineId.toString("hex")} ${password}`, () => {
      const key = this.#localised(hashName, password, engineId);
      if (key.length >= keyLength) return key.subarray(0, keyLength);
      const more =
        extension === "blumenthal"
          ? hash(hashName, key, "buffer")
          : localise(hashName, passwordKey(hashName, key), engineId);
      return Buffer.concat([key, more]).subarray(0, keyLength);
    });
  }

  #localised(hashName: string, password: string, engineId: Buffer): Buffer {
    return this.#kept(`localised ${hashName} ${engineId.toString("hex")} ${password}`, () => {
      const secret = Buffer.from(password, "utf8");
      const key = this.#kept(`password ${hashName} ${password}`, () =>
        passwordKey(hashName, secret),
      );
      return localise(hashName, key, engineId);
    });
  }

  #kept(name: string, make: () => Buffer): Buffer {
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const made = make();
    for (const oldest of this.#keys.keys()) {
      if (this.#keys.size < this.#limit) break;
      this.#keys.delete(oldest);
    }
    this.#keys.set(name, made);
    return made;
  }
}

/** RFC 3414 section A.2: the hash of a mebibyte of repeated password. The password must not be empty. */
export function passwordKey(hashName: string, password: Buffer): Buffer {
  return createHash(hashName).update(Buffer.alloc(stretchedLength, password)).digest();
}

/** RFC 3414 section 2.6: the key as one engine knows it. */
export function localise(hashName: string, key: Buffer, engineId: Buffer): Buffer {
  return hash(hashName, Buffer.concat([key, engineId, key]), "buffer");
}
