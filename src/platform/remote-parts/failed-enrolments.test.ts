import assert from "node:assert/strict";
import { test } from "node:test";
import { createFailedEnrolments } from "./failed-enrolments.ts";

test("after 20 failures an address waits out the minute; another address does not", () => {
  const failed = createFailedEnrolments();
  for (let i = 0; i < 20; i++) {
    assert.equal(failed.waitSec("192.0.2.1", 1000 + i), 0);
    failed.note("192.0.2.1", 1000 + i);
  }
  assert.equal(failed.waitSec("192.0.2.1", 2000), 59);
  assert.equal(failed.waitSec("192.0.2.2", 2000), 0);
  assert.equal(failed.waitSec("192.0.2.1", 61_000), 0);
});

test("memory stays bounded whoever comes, and the newest are remembered", () => {
  const failed = createFailedEnrolments();
  for (let i = 0; i < 20; i++) failed.note("first", 0);
  for (let i = 0; i < 10_000; i++) failed.note(String(i), 0);
  for (let i = 0; i < 19; i++) failed.note("9999", 0);
  assert.equal(failed.waitSec("first", 1), 0);
  assert.equal(failed.waitSec("9999", 1), 60);
});
