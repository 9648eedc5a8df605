import { isId, newId } from "#lib/ids";

/** Stands for "none" in keys that cannot be null, so nothing has it either. */
const nil = "00000000-0000-0000-0000-000000000000";

/** The id that a filter asks for. What cannot be one becomes an id that nothing has, so that the list is empty. */
export function wantedId(text: string): string {
  return isId(text) && text !== nil ? text : newId();
}
