import { debianReleases } from "#lib/debian-releases";

const numbers: ReadonlyMap<string, string> = new Map(
  Object.entries(debianReleases).map(([number, codename]) => [codename, number]),
);
const order = [...Object.values(debianReleases), "sid"];

/** The codename for `12`, `12.5`, `deb12` or a codename; `null` when it is no release known here. */
export function debianCodename(text: string): string | null {
  const word = text.toLowerCase();
  if (order.includes(word)) return word;
  const number = /^(?:deb)?(\d{1,2})(?:\.\d+)?$/.exec(word)?.[1];
  return number === undefined ? null : (debianReleases[number] ?? null);
}

/** Newer releases sort above older ones, unknown names below all. */
export function compareReleases(a: string, b: string): number {
  return order.indexOf(a) - order.indexOf(b);
}

/** `12` for `bookworm`; `null` for those without a number. */
export function debianNumber(codename: string): string | null {
  return numbers.get(codename) ?? null;
}
