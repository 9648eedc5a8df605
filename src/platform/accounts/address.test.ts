import assert from "node:assert/strict";
import { test } from "node:test";
import { type AccountRequest, addressOf, isOwnOrigin } from "./address.ts";

const request = (headers: AccountRequest["headers"], host = "vedette.test:7300") => ({
  headers,
  ip: "192.0.2.1",
  host,
  protocol: "http",
});

test("the address is the one that is set, or else where the request came", () => {
  assert.deepEqual(addressOf(undefined, request({})), {
    origin: "http://vedette.test:7300",
    path: "",
  });
  assert.deepEqual(addressOf("https://example.com/tools/vedette", request({})), {
    origin: "https://example.com",
    path: "/tools/vedette",
  });
  for (const host of ["", "a b", "x:port", "["]) {
    assert.equal(addressOf(undefined, request({}, host)), null, host);
  }
});

test("only the console itself may change something", () => {
  const own = (headers: AccountRequest["headers"], publicUrl?: string) =>
    isOwnOrigin(publicUrl, request(headers));
  assert.ok(own({ origin: "http://vedette.test:7300" }));
  assert.ok(own({ origin: "https://vedette.test:7300" }), "TLS ends at a proxy");
  assert.ok(own({ origin: "https://example.com" }, "https://example.com/vedette"));
  assert.ok(own({ "sec-fetch-site": "same-origin" }));
  assert.ok(own({ "sec-fetch-site": "none" }));

  assert.ok(!own({}));
  assert.ok(!own({ origin: "null" }));
  assert.ok(!own({ origin: "http://vedette.test" }), "another port is another origin");
  assert.ok(!own({ origin: "http://vedette.test:7300.evil.test" }));
  assert.ok(!own({ origin: "http://evil.test", "sec-fetch-site": "same-origin" }));
  assert.ok(!own({ origin: "https://example.com" }));
  assert.ok(!own({ "sec-fetch-site": "cross-site" }));
  assert.ok(!own({ "sec-fetch-site": "same-site" }));
});
