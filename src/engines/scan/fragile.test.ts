import assert from "node:assert/strict";
import { test } from "node:test";
import { findFragile, isNeverSentTo } from "./fragile.ts";

const typeOf = (open: readonly number[], vendor: string | null = null) =>
  findFragile(open, vendor)?.device.type ?? null;

test("printers and controllers are told by their ports and their maker", () => {
  assert.equal(typeOf([80, 443, 9100]), "printer");
  assert.equal(typeOf([80, 515]), "printer");
  assert.equal(typeOf([80, 631]), "printer");
  assert.equal(typeOf([22, 80, 9100], "Brother Industries"), "printer");
  assert.equal(typeOf([80, 502]), "industrial");
  assert.equal(typeOf([22, 102]), "industrial");
  assert.equal(typeOf([80, 44_818], "Rockwell Automation"), "industrial");
});

test("servers are none: SSH beside Prometheus' exporter or a print server's queue", () => {
  assert.equal(typeOf([22, 9100]), null);
  assert.equal(typeOf([22, 80, 631]), null);
  assert.equal(typeOf([22, 80, 443]), null);
  assert.equal(typeOf([]), null);
});

test("the reason and the evidence say what was seen", () => {
  const found = findFragile([502, 44_818], "Schneider Electric");
  assert.match(
    found?.reason ?? "",
    /looks like an industrial controller: .*Modbus; .*EtherNet\/IP/,
  );
  assert.deepEqual(found?.device.evidence, [
    "TCP port 502 is open: Modbus",
    "TCP port 44818 is open: EtherNet/IP",
    "its network card is from Schneider Electric",
  ]);
  assert.ok((found?.reason.length ?? 0) <= 300);
  assert.ok((found?.device.confidence ?? 0) > (findFragile([502], null)?.device.confidence ?? 0));
});

test("raw printing ports are never sent to", () => {
  assert.equal(isNeverSentTo(9100), true);
  assert.equal(isNeverSentTo(9099), false);
  assert.equal(isNeverSentTo(9108), false);
});
