import fc from "fast-check";
import { anyCharacter } from "#test/any-text";

/** Texts that somebody sends who means harm. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    "\u0000",
    "\ud800",
    "\u001b[2J",
    "../../etc/passwd",
    "constructor",
    "__proto__",
  ),
  fc.constantFrom(
    "=cmd|'/c calc'!A1",
    "'; drop table agents; --",
    "x".repeat(300),
    "9".repeat(255),
  ),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
);

/** Likewise, numbers. */
const hostileNumber = fc.oneof(
  fc.constantFrom(-1, 0.5, 1e300, Number.MAX_SAFE_INTEGER, 8_640_000_000_000_000, 2 ** 31, 2 ** 63),
  fc.double(),
);

/**
 * A message of which some values, mostly texts by texts and numbers by numbers, are replaced.
 *
 * @param texts that are put in place of others.
 * @param others values of any kind, such as ids of somebody else.
 */
export function spoiled(
  message: fc.Arbitrary<unknown>,
  texts: fc.Arbitrary<string>,
  others: readonly unknown[],
): fc.Arbitrary<unknown> {
  const anyValue = fc.oneof(
    { weight: 5, arbitrary: texts },
    { weight: 3, arbitrary: hostileNumber },
    fc.constantFrom<unknown>(null, true, [], {}, ...others),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const changes = fc.array(fc.tuple(fc.nat(), texts, hostileNumber, anyValue, fc.nat(9)), {
    maxLength: 4,
  });
  return fc.tuple(message, changes).map(([whole, all]) =>
    all.reduce((value: unknown, [n, text, number, other, dice]) => {
      const places = placesIn(value);
      const place = places[n % places.length] ?? [];
      const here = valueAt(value, place);
      const like = typeof here === "string" ? text : typeof here === "number" ? number : other;
      return withValue(value, place, dice === 0 ? other : like);
    }, whole),
  );
}

/** The paths of everything within a value. */
export function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]))];
}

/** What is at a place of {@link placesIn}. */
export function valueAt(value: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>((one, key) => (one as Record<string, unknown>)[key], value);
}

/** The same value with another one at a place. */
export function withValue(
  value: unknown,
  [key, ...rest]: (string | number)[],
  put: unknown,
): unknown {
  if (key === undefined) return put;
  const inner = Object.entries(value as object).map(([name, one]) => [
    name,
    name === String(key) ? withValue(one, rest, put) : one,
  ]);
  return Array.isArray(value) ? inner.map(([, one]) => one) : Object.fromEntries(inner);
}
