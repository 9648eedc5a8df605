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
export function namedTogether(some: readonly { readonly name: string }[]): string {
  const names: string[] = [];
  let room = roomForNames;
  for (const { name } of some.slice(0, mostNamed)) {
    const shown = shortened(printableLine(name), longestName);
    room -= shown.length + 2;
    if (room < 0) break;
    names.push(shown);
  }
  if (names.length === 0) return "nobody";
  const more = some.length - names.length;
  return more === 0 ? names.join(", ") : `${names.join(", ")} and ${more} more`;
}
