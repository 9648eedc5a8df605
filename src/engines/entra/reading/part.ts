import type { GraphRead, GraphRequest } from "#engines/graph";
import { printableLine, shortened } from "#lib/printable";
import type { Fields, Items, Part, Refused } from "../tenant.ts";
import { idKey, isFields } from "./words.ts";

/** What became of all requests so far, by their names. */
export type Reads = ReadonlyMap<string, GraphRead>;

/** A part that cannot be read, for a reason other than a permission. */
function refused(needs: string): Refused {
  return { kind: "refused", needs: printableLine(shortened(needs, 500)), licence: false };
}

/** A part of what a request read. `absent`: what it means when there is no such thing. */
export function partOf<T>(
  reads: Reads,
  request: GraphRequest,
  make: (items: readonly unknown[]) => Part<T>,
  absent: Part<T> = refused(`Microsoft Graph has no ${request.name} in this tenant.`),
): Part<T> {
  const read = reads.get(request.name);
  if (read === undefined) throw new Error(`Nothing was asked about ${request.name}`);
  if (read.kind === "absent") return absent;
  if (read.kind === "read") return make(read.items);
  const licence = request.licence !== null && read.needs.includes(request.licence);
  return { ...refused(read.needs), licence };
}

/**
 * Objects of a collection. What does not have the shape is unread by its id; when not even that is there, nothing is known of
 * any object, and the part is refused.
 *
 * @param read null: it is not understood.
 */
export function itemsOf<T>(
  what: string,
  sent: readonly unknown[],
  read: (fields: Fields) => T | null,
): Part<Items<T>> {
  const items: T[] = [];
  const unread: string[] = [];
  for (const one of sent) {
    const id = isFields(one) ? idOf(one) : null;
    if (!isFields(one) || id === null) return notUnderstood(what);
    const item = read(one);
    if (item === null) unread.push(id);
    else items.push(item);
  }
  return { kind: "read", items, unread };
}

/** The object that a `single` read. */
export function fieldsOf(what: string, sent: readonly unknown[]): Part<{ readonly value: Fields }> {
  const [value] = sent;
  return isFields(value) ? { kind: "read", value } : notUnderstood(what);
}

/** Graph answered, but in a shape that this version does not know. */
export function notUnderstood(what: string): Refused {
  return refused(`Microsoft Graph answered about ${what} in a shape that is not understood.`);
}

/** Its id, when it is one that can be kept. */
export function idOf(fields: Fields): string | null {
  const { id } = fields;
  return typeof id === "string" && /^[\w.-]{1,200}$/.test(id) ? idKey(id) : null;
}
