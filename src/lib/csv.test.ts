import assert from "node:assert/strict";
import { test } from "node:test";
import { csvLine } from "./csv.ts";

test("no text becomes a formula, whatever it begins with, and a number stays one", () => {
  for (const text of [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1",
    "＋1",
    "－1",
    "＠1",
  ]) {
    const line = csvLine([text]);
    assert.match(line, /^"?'/, JSON.stringify(text));
  }
  assert.equal(csvLine(["a=1", "", -5, 0.5, " =1"]), "a=1,,-5,0.5, =1\r\n");
});

test("commas, quotes and line feeds of a text stay in its cell", () => {
  assert.equal(
    csvLine(["a,b", 'say "x"', "two\nlines", '=a,"b"']),
    `"a,b","say ""x""","two\nlines","'=a,""b"""\r\n`,
  );
});
