import { printableLine, shortened } from "#lib/printable";

const mostNamed = 20;
const longestName = 64;
/** `Weakness` has room for 500 characters in a sentence; the rest of the sentence needs some. */
const roomForNames = 350;

/**
 * `ada, ben and 12 more`: the first of them as far as they fit into one sentence of evidence; none: `nobody`.
 *
 * @param some In the order in which they are named.
 */
export function namedTogether(some: readonly (string | { readonly name: string })[]): string {
  const names: string[] = [];
  let room = roomForNames;
  for (const one of some.slice(0, mostNamed)) {
    const shown = shortened(printableLine(typeof one === "string" ? one : one.name), longestName);
    room -= shown.length + 2;
    if (room < 0) break;
    names.push(shown);
  }
  const more = some.length - names.length;
  const last = more > 0 ? `${more} more` : (names.pop() ?? "nobody");
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}
