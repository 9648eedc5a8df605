import { first } from "./en/first.ts";
import type { rest } from "./en/rest.ts";

/** All that the console says, by key. Another language is another such object, of the same type. */
export type Catalogue = typeof first & typeof rest;
export type TextKey = keyof Catalogue;

const catalogue: Partial<Record<TextKey, string>> = { ...first };
let isWhole = false;

/** Brings what pages besides the overview say; they are loaded after it. */
export async function loadTexts(): Promise<void> {
  if (isWhole) return;
  const { rest } = await import("./en/rest.ts");
  Object.assign(catalogue, rest);
  isWhole = true;
}

/** The language of the catalogue, for numbers and dates. */
export const language = "en";

type Values = Readonly<Record<string, string | number>>;

/**
 * A text of the catalogue. `{name}` stands for a value; `{count, one: "# sensor", other: "# sensors"}` is written as two
 * keys that end in `.one` and `.other`, see {@link plural}.
 */
export function t(key: TextKey, values: Values = {}): string {
  return (catalogue[key] ?? key).replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name];
    if (value === undefined) return all;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

type PluralKey = {
  [Key in TextKey]: Key extends `${infer Stem}.one`
    ? `${Stem}.other` extends TextKey
      ? Stem
      : never
    : never;
}[TextKey];

const plurals = new Intl.PluralRules(language);

/** A text in the form that the number asks for; `{count}` is the number. */
export function plural(key: PluralKey, count: number, values: Values = {}): string {
  const form = plurals.select(count) === "one" ? "one" : "other";
  return t(`${key}.${form}` as TextKey, { ...values, count });
}

const numbers = new Intl.NumberFormat(language);

export function formatNumber(value: number): string {
  return numbers.format(value);
}
