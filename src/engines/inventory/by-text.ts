/** Puts things in the order of their texts, by code unit: no locale, so equal inventories are equal texts everywhere. */
export function sortedByText<T>(things: readonly T[], textOf: (thing: T) => string): T[] {
  return things
    .map((thing) => ({ thing, text: textOf(thing) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
    .map(({ thing }) => thing);
}
