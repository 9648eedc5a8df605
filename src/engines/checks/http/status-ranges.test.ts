import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { InvalidRule, matchStatus, parseStatusRanges } from "./status-ranges.ts";

describe("expected statuses", () => {
  test("are codes and ranges with both ends", () => {
    const ranges = parseStatusRanges("200, 204 ,301-399");
    const expected = [200, 204, 301, 399];
    assert.deepEqual(
      [199, 200, 201, 204, 300, 301, 399, 400].filter((status) => matchStatus(ranges, status)),
      expected,
    );
  });

  test("that make no sense are refused with the part that does not", () => {
    assert.throws(() => parseStatusRanges("200,299-200"), /"299-200" ends before it begins/);
    assert.throws(() => parseStatusRanges("2xx"), InvalidRule);
    assert.throws(() => parseStatusRanges("200,"), InvalidRule);
  });
});
