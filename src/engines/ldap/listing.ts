import type { SecurityDescriptor, Sid } from "#engines/active-directory";
import { objectAttributes, type ObjectReader } from "./directory-object.ts";
import type { Entry } from "./entry.ts";
import { mayList } from "./access.ts";
import type { Question, Reader } from "./reader.ts";

/**
 * Reads what is in a container. Null: it could not be read, or is empty for somebody who may not look into it, which is not the same
 * as empty.
 *
 * @param token the SIDs of who reads
 * @throws DirectoryRefused
 */
export async function readListing<T>(
  reader: Reader,
  objects: ObjectReader,
  token: ReadonlySet<Sid>,
  question: Question,
  read: (entry: Entry) => T,
): Promise<T[] | null> {
  const container = await reader.one(question.base, question.what, objectAttributes);
  if (container === null) return null;
  const found: T[] = [];
  const wasRead = await reader.each(question, (entry) => found.push(read(entry)));
  const descriptor: SecurityDescriptor | null = objects.descriptor(
    container,
    "ntsecuritydescriptor",
  );
  if (!wasRead || (found.length === 0 && !mayList(descriptor, token))) return null;
  return found;
}
