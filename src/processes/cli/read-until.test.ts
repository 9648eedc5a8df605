import assert from "node:assert/strict";
import { test } from "node:test";
import { readUntil } from "./read-until.ts";

test("a day counts to its end, a moment as it is, and what is no date is refused with how to write one", () => {
  assert.equal(readUntil("2027-03-31"), Date.parse("2027-04-01T00:00:00Z"));
  assert.equal(readUntil("2028-02-29"), Date.parse("2028-03-01T00:00:00Z"));
  assert.equal(readUntil("2027-03-31T12:00Z"), Date.parse("2027-03-31T12:00:00Z"));
  assert.equal(readUntil("2027-03-31T12:00:30+02:00"), Date.parse("2027-03-31T10:00:30Z"));
  for (const wrong of ["", "tomorrow", "2027-02-29", "2027-13-01", "2027-03-31T12:00", "31.3.27"]) {
    assert.throws(() => readUntil(wrong), /a day such as 2027-03-31/, wrong);
  }
});
