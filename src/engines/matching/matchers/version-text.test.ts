import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readVersionText } from "./version-text.ts";

/** `[1.0,2.0)`: from 1.0 inclusive to 2.0 exclusive. */
function shown(text: string): string {
  const read = readVersionText(text);
  if (typeof read === "string") return read;
  return read
    .map(({ from, to }) => {
      const start = from === null ? "(" : `${from.including ? "[" : "("}${from.version}`;
      const end = to === null ? ")" : `${to.version}${to.including ? "]" : ")"}`;
      return `${start},${end}`;
    })
    .join(" ");
}

const texts: readonly [text: string, meaning: string][] = [
  ["1.3.5", "[1.3.5,1.3.5]"],
  ["v2.0.1", "[v2.0.1,v2.0.1]"],
  ["Apache HTTP Server 2.4.38", "[2.4.38,2.4.38]"],
  [">= 8.1.0, < 8.1.9", "[8.1.0,8.1.9)"],
  [">=8.1.0 <8.1.9", "[8.1.0,8.1.9)"],
  ["> 1.0 and <= 1.5", "(1.0,1.5]"],
  ["< 7.2.14", "(,7.2.14)"],
  ["<= 3.1", "(,3.1]"],
  ["= 4.2.0", "[4.2.0,4.2.0]"],
  [">= 1.0, < 1.5 || >= 2.0, < 2.3", "[1.0,1.5) [2.0,2.3)"],
  ["1.0 - 1.4", "[1.0,1.4]"],
  ["1.0 to 1.4", "[1.0,1.4]"],
  ["1.0 through 1.4", "[1.0,1.4]"],
  ["from 1.0 up to 1.4", "[1.0,1.4]"],
  ["versions 1.0 to 1.4", "[1.0,1.4]"],
  ["between 1.0 and 1.4", "[1.0,1.4]"],
  ["1.0 before 1.4", "[1.0,1.4)"],
  ["1.0 to before 1.4", "[1.0,1.4)"],
  ["9.0.x before 9.0.12", "[9.0.x,9.0.12)"],
  ["before 2.4.52", "(,2.4.52)"],
  ["prior to 2.4.52", "(,2.4.52)"],
  ["All versions prior to 2.4.52", "(,2.4.52)"],
  ["up to and including 1.2", "(,1.2]"],
  ["1.2 and earlier", "(,1.2]"],
  ["Server 1.2 and prior versions", "(,1.2]"],
  ["1.2 and later", "[1.2,)"],
  ["Open Source Branch 9.18 9.18.0 through versions before 9.18.7", "[9.18.0,9.18.7)"],
  [
    "Open Source Branches 9.11 through 9.16 9.11.3 through versions before 9.16.33",
    "[9.11.3,9.16.33)",
  ],
  [
    "Supported Preview Branch 9.11-S 9.11.4-S1 through versions up to and including 9.11.37-S1",
    "[9.11.4-S1,9.11.37-S1]",
  ],
  ["n/a", "nothing"],
  ["unspecified", "nothing"],
  ["", "nothing"],
  ["*", "everything"],
  ["all versions", "everything"],
  ["see the advisory", "unreadable"],
  [">= one", "unreadable"],
  ["< 2.0 on some boards", "unreadable"],
  ["1.0, 1.1 and maybe others", "unreadable"],
];

for (const [text, meaning] of texts) {
  test(`"${text}" is read as ${meaning}`, () => {
    assert.equal(shown(text), meaning);
  });
}

test("no text, however long or strange, takes long or fails", () => {
  const words = fc.constantFrom(
    "1.0",
    "through",
    "versions",
    "before",
    "a",
    "-",
    "9".repeat(50),
    " ",
    "<",
    "||",
    "to",
    "and",
  );
  const built = fc.array(words, { maxLength: 400 }).map((list) => list.join(" "));
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 2000 }), built), (text) => {
      readVersionText(text);
    }),
    { numRuns: 3000, interruptAfterTimeLimit: 5000, markInterruptAsFailure: true },
  );
});
