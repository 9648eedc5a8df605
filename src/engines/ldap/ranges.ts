import { DirectoryRefused } from "#engines/directory-types";
import { type Entry, type PartOfValues, wordsOf } from "./entry.ts";

/**
 * Reads the rest of an object's attributes of which a part came, such as the members of a large group. A server that knows no
 * ranges may answer the next one with all values.
 *
 * @param readPart reads the object again with this one attribute, `member;range=1500-*`; null: it is gone
 * @throws DirectoryRefused when the parts do not make a whole
 */
export async function completeValues(
  entry: Entry,
  whom: string,
  readPart: (attribute: string) => Promise<Entry | null>,
): Promise<Entry> {
  const whole: [name: string, values: readonly Buffer[]][] = [];
  for (const part of entry.parts()) {
    whole.push([part.name, await complete(part)]);
  }
  return entry.with(whole);

  async function complete(begun: PartOfValues): Promise<readonly Buffer[]> {
    const { name } = begun;
    const values: Buffer[] = [];
    for (let part = begun; ;) {
      if (part.first !== values.length || (part.last !== null && part.last < part.first)) {
        throw doesNotFit(name);
      }
      for (const value of part.values) values.push(value);
      if (part.last === null) return values;
      if (values.length !== part.last + 1) throw doesNotFit(name);
      const next = await readPart(`${name};range=${values.length}-*`);
      if (next === null) throw doesNotFit(name);
      if (next.has(name)) return next.values(name);
      const following = next.parts().find((one) => one.name === name);
      if (following === undefined) throw doesNotFit(name);
      part = following;
    }
  }
  function doesNotFit(name: string): DirectoryRefused {
    return new DirectoryRefused(
      `${whom} hands out ${wordsOf(name, 50)} of ${wordsOf(entry.dn, 200)} in parts that do not make a whole: assess it again.`,
    );
  }
}
