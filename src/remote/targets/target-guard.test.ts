import assert from "node:assert/strict";
import { test } from "node:test";
import { createTargetGuard } from "./target-guard.ts";

const guard = (allow: string[] = [], deny: string[] = [], metadata: "never" | "named" = "named") =>
  createTargetGuard({ part: "collector", allow, deny, metadata });

test("without lists everything may be asked but a cloud's metadata, however it is written", () => {
  const permit = guard();
  for (const address of ["10.0.0.1", "127.0.0.1", "::1", "169.254.1.1", "2001:db8::1"]) {
    assert.equal(permit(address, address), null, address);
  }
  for (const address of [
    "169.254.169.254",
    "::ffff:169.254.169.254",
    "fd00:ec2::254",
    "100.100.100.200",
  ]) {
    assert.match(permit(address, address) ?? "", /metadata/, address);
  }
  assert.match(permit("10.0.0.1", "Metadata.Google.Internal.") ?? "", /metadata/);
});

test("metadata is asked only when the list names the very address", () => {
  const to = "169.254.169.254";
  for (const allow of [["0.0.0.0/0"], ["169.254.0.0/16"], ["169.254.169.254/31"]]) {
    assert.match(guard(allow)(to, to) ?? "", /metadata/);
  }
  assert.equal(guard(["169.254.169.254"])(to, to), null);
  assert.equal(guard(["169.254.169.254/32"])(to, to), null);
  assert.match(guard(["169.254.169.254"], ["169.254.0.0/16"])(to, to) ?? "", /deny list/);
});

test("what never touches metadata does not, whatever its lists name", () => {
  const permit = guard(["169.254.169.254", "10.0.0.0/8"], [], "never");
  assert.match(permit("169.254.169.254", "") ?? "", /metadata/);
  assert.equal(permit("10.0.0.1", ""), null);
});

test("deny wins over allow, and a list of allowed ones forbids the rest, of the other family, too", () => {
  const permit = guard(["10.0.0.0/8"], ["10.1.0.0/16"]);
  assert.equal(permit("10.2.0.1", "x"), null);
  assert.match(permit("10.1.0.1", "x") ?? "", /deny list/);
  assert.match(permit("192.0.2.1", "x") ?? "", /allow list/);
  assert.match(permit("2001:db8::1", "x") ?? "", /allow list/);
});

test("a list that cannot be read forbids everything, rather than nothing", () => {
  assert.match(guard([], ["10.0.0.0/99"])("192.0.2.1", "x") ?? "", /"10.0.0.0\/99"/);
});
