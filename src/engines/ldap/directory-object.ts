import {
  createDescriptorReader,
  DamagedValue,
  dnKey,
  type DirectoryObject,
  type SecurityDescriptor,
} from "#engines/active-directory";
import { type Entry, wordsOf } from "./entry.ts";

/** Attributes that {@link ObjectReader} reads. */
export const objectAttributes: readonly string[] = ["objectGUID", "nTSecurityDescriptor"];

/** S-1-0-0, nobody: whose SID this user may not read. */
export const unknownSid = "S-1-0-0";
const longestDn = 1000;

/** Turns what every object has into the model; equal descriptors become one. */
export interface ObjectReader {
  /** @param names attributes in lower case, the best first, that people call it by; without any, its name in its container */
  object(entry: Entry, names: readonly string[]): DirectoryObject;
  /** An attribute that holds a descriptor; null: it is not there, or damaged. */
  descriptor(entry: Entry, name: string): SecurityDescriptor | null;
}

export function createObjectReader(): ObjectReader {
  const readDescriptor = createDescriptorReader();
  function descriptor(entry: Entry, name: string): SecurityDescriptor | null {
    const bytes = entry.bytes(name);
    if (bytes === null) return null;
    try {
      return readDescriptor(bytes);
    } catch (error) {
      if (error instanceof DamagedValue) return null;
      throw error;
    }
  }
  return {
    descriptor,
    object(entry, names) {
      const dn = wordsOf(entry.dn, longestDn);
      return {
        dn,
        key: dnKey(entry.dn),
        // Where it may not be read, the name is all that it can be told by.
        id: entry.guid("objectguid") ?? (dn.slice(0, 200) || "unknown"),
        name: nameOf(entry, names),
        descriptor: descriptor(entry, "ntsecuritydescriptor"),
      };
    },
  };
}

function nameOf(entry: Entry, names: readonly string[]): string {
  for (const name of names) {
    const words = entry.words(name);
    if (words !== null) return words;
  }
  const [, own = entry.dn] = /^[^=]+=((?:[^\\,]|\\.)*)/s.exec(entry.dn) ?? [];
  return wordsOf(own.replaceAll(/\\(?=[^0-9a-fA-F])/g, ""), 300) || "unknown";
}
