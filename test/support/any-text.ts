import fc from "fast-check";

/**
 * Any character of Unicode, control characters included, ASCII more often than its share. For `fc.string({ unit })`, in
 * place of its own `"binary"`, which takes a second and a half to be made in every file.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map(String.fromCodePoint),
  fc.integer({ min: 0, max: 0x10_ffff - 0x800 }).map(characterOf),
);

/** Leaves out the halves of surrogate pairs, which are no characters. */
function characterOf(n: number): string {
  return String.fromCodePoint(n < 0xd800 ? n : n + 0x800);
}
