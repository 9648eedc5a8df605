import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import {
  decodedText,
  isLines,
  isOneLine,
  printableLine,
  printableLines,
  shortened,
} from "./printable.ts";

const anyText = fc.string({ unit: anyCharacter });
const escape = "\u001b[2J";
const turned = "\u202egnp.exe\u202c";

test("a printable line has nothing that clears a terminal, breaks the line, or turns text around", () => {
  assert.equal(printableLine(`a${escape}b`), "a [2Jb");
  assert.equal(printableLine("one\r\n\0two\u2028three\u0085four"), "one two three four");
  assert.equal(printableLine(turned), " gnp.exe ");
  assert.equal(printableLine("half \ud83d of one"), "half \ufffd of one");
  fc.assert(
    fc.property(anyText, (text) => {
      const line = printableLine(text);
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      assert.ok(line.length <= text.length);
      assert.equal(printableLine(line), line);
    }),
  );
});

test("words in any script, and the spaces between them, stay as they are", () => {
  for (const text of ["C:\\  Label:Daten", "Größe 5 µm", "東京 データ", "нет  связи", "🛡 ok"]) {
    assert.equal(printableLine(text), text);
    assert.equal(printableLines(text), text);
  }
});

test("printable lines keep their tabs and line feeds, and nothing else of the kind", () => {
  assert.equal(printableLines("a\tb\r\nc\n"), "a\tb\nc\n");
  assert.equal(printableLines(`a\rb${escape}${turned}`), "a b [2J gnp.exe ");
  fc.assert(
    fc.property(anyText, (text) => {
      const lines = printableLines(text);
      assert.doesNotMatch(lines.replace(/[\t\n]/g, ""), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      assert.ok(lines.length <= text.length);
      assert.equal(printableLines(lines), lines);
    }),
  );
});

test("what is shortened fits, says so, and is cut through no character", () => {
  assert.equal(shortened("abc", 3), "abc");
  assert.equal(shortened("abcd", 3), "ab…");
  assert.equal(shortened("a🛡bc", 3), "a\ufffd…");
});

test("bytes that are no UTF-8 are read as Latin-1", () => {
  assert.equal(decodedText(Buffer.from("Größe")), "Größe");
  assert.equal(decodedText(Buffer.from("Größe", "latin1")), "Größe");
  assert.equal(decodedText(Buffer.from("xGrößex").subarray(1, 8)), "Größe");
});

test("a name is one line; a note may have several; neither has control characters or halves of characters", () => {
  for (const text of ["core switch", "می‌خواهم", "👨‍👩‍👧"]) assert.ok(isOneLine(text) && isLines(text));
  for (const text of ["a\tb", "a\nb", "a\r\nb"]) assert.ok(!isOneLine(text) && isLines(text));
  for (const text of ["\0", escape, "\u007f", "\u009b", "\ud83d"])
    assert.ok(!isOneLine(text) && !isLines(text), JSON.stringify(text));
  for (const text of ["a\u2028b", "a\u2029b"]) assert.ok(!isOneLine(text));
});
