import { DirectoryRefused } from "#engines/directory-types";
import { type Entry, type PartOfValues, wordsOf } from "./entry.ts";

/**
 * Reads the rest of an object's attributes of which a part came, such as the members of a large group. A server that knows no
 * ranges may answer the next one with all values.
 *
 * @param mostBytes of one attribute's values
 * @param readPart reads the object again with this one attribute, `member;range=1500-*`; null: it is gone
 * @throws DirectoryRefused when the parts do not make a whole, or one of more bytes than are taken
 */
export async function completeValues(
  entry: Entry,
  { whom, mostBytes }: { whom: string; mostBytes: number },
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
    let bytes = 0;
    for (let part = begun; ;) {
      if (part.first !== values.length || (part.last !== null && part.last < part.first)) {
        throw doesNotFit(name);
      }
      for (const value of part.values) {
        bytes += value.length;
        if (bytes > mostBytes) throw tooMuch(name);
        // The part's message is not kept for the sake of one value.
        values.push(Buffer.from(value));
      }
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
  function tooMuch(name: string): DirectoryRefused {
    return new DirectoryRefused(
      `${whom} hands out more than ${mostBytes} bytes of ${wordsOf(name, 50)} of ${wordsOf(entry.dn, 200)}.`,
    );
  }
  function doesNotFit(name: string): DirectoryRefused {
    return new DirectoryRefused(
      `${whom} hands out ${wordsOf(name, 50)} of ${wordsOf(entry.dn, 200)} in parts that do not make a whole: assess it again.`,
    );
  }
}
