import { DamagedValue, guidText, sidText } from "#engines/active-directory";
import { printableLine, shortened } from "#lib/printable";
import type { RawEntry } from "./reply.ts";

/** As long as a finding's target may be called. */
const longestName = 300;
const none: readonly Buffer[] = [];

/** Part of an attribute's values, as a domain controller hands out long lists (MS-ADTS 3.1.1.3.1.3.3). */
export interface PartOfValues {
  /** Without the range. */
  readonly name: string;
  readonly first: number;
  /** Null: there are no more. */
  readonly last: number | null;
  readonly values: readonly Buffer[];
}

/**
 * An object of the directory with the attributes that were asked for; their names in lower case. A value of another kind than
 * the schema says counts as none.
 */
export class Entry {
  readonly dn: string;
  /** What it takes to keep it, in bytes. */
  readonly size: number;
  readonly #attributes: ReadonlyMap<string, readonly Buffer[]>;

  constructor({ dn, attributes, size }: RawEntry) {
    this.dn = dn;
    this.size = size;
    this.#attributes = attributes;
  }

  values(name: string): readonly Buffer[] {
    return this.#attributes.get(name) ?? none;
  }

  has(name: string): boolean {
    return this.values(name).length > 0;
  }

  bytes(name: string): Buffer | null {
    return this.values(name)[0] ?? null;
  }

  /** The first value as the directory has it. */
  text(name: string): string | null {
    return this.bytes(name)?.toString("utf8") ?? null;
  }

  texts(name: string): string[] {
    return this.values(name).map((value) => value.toString("utf8"));
  }

  /** For people: one line, cut. Null: there is none, or it is empty. */
  words(name: string, longest = longestName): string | null {
    const text = this.text(name);
    return text === null ? null : wordsOf(text, longest) || null;
  }

  /** An integer of 32 bits, with or without sign. */
  number(name: string): number | null {
    const text = this.text(name);
    if (text === null || !/^-?\d{1,10}$/.test(text)) return null;
    const value = Number(text);
    return value < -0x8000_0000 || value > 0xffff_ffff ? null : value;
  }

  boolean(name: string): boolean | null {
    const text = this.text(name);
    return text === "TRUE" ? true : text === "FALSE" ? false : null;
  }

  sid(name: string): string | null {
    return this.#read(this.bytes(name), sidText);
  }

  sids(name: string): string[] {
    return this.values(name).flatMap((value) => this.#read(value, sidText) ?? []);
  }

  guid(name: string): string | null {
    return this.#read(this.bytes(name), guidText);
  }

  /** Attributes of which only a part came. */
  parts(): PartOfValues[] {
    const parts: PartOfValues[] = [];
    for (const [name, values] of this.#attributes) {
      const [, bare, first, last] = /^([^;]+);range=(\d{1,9})-(\d{1,9}|\*)$/.exec(name) ?? [];
      if (bare === undefined) continue;
      parts.push({
        name: bare,
        first: Number(first),
        last: last === "*" ? null : Number(last),
        values,
      });
    }
    return parts;
  }

  /** The same object with all values of these attributes. */
  with(whole: Iterable<readonly [name: string, values: readonly Buffer[]]>): Entry {
    const attributes = new Map([...this.#attributes, ...whole]);
    return new Entry({ dn: this.dn, attributes, size: this.size });
  }

  #read(bytes: Buffer | null, read: (bytes: Uint8Array) => string): string | null {
    if (bytes === null) return null;
    try {
      return read(bytes);
    } catch (error) {
      if (error instanceof DamagedValue) return null;
      throw error;
    }
  }
}

/** A stranger's text for people. */
export function wordsOf(text: string, longest: number): string {
  // Nothing is read of a megabyte that nobody will see.
  return shortened(printableLine(text.slice(0, 2 * longest)).trim(), longest);
}
