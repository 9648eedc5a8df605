import { printableLine, shortened } from "#lib/printable";
import { InvalidXml } from "#lib/xml-elements";

/** A file cannot be read as what it should be; the message is a sentence that names the file, what is wrong, and where. */
export class InvalidAuditFile extends Error {
  override name = "InvalidAuditFile";
}

/** Why a file cannot be read, as the end of a sentence: `a rule-result has no idref, at line 12`. Stays within this slice. */
export class Unreadable extends Error {
  override name = "Unreadable";
}

/** Reads; what is wrong with the file becomes an {@link InvalidAuditFile}, any other error passes as it is. */
export async function reading<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Unreadable) && !(error instanceof InvalidXml)) throw error;
    // Both may quote the file.
    const sentence = `${name} cannot be read: ${error.message}.`;
    throw new InvalidAuditFile(shortened(printableLine(sentence), 1000), { cause: error });
  }
}

/** Something of a file in an error: one line in quotes, cut. */
export function quoted(text: string): string {
  return `"${shortened(printableLine(text.slice(0, 200)), 80)}"`;
}
