import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidTarget } from "#lib/ip";
import { failureOutcome, noAnswer, peer } from "./failure.ts";
import { NameNotResolved, TargetRefused } from "./names/index.ts";

const asked = { target: "web.test:443", address: "10.0.0.3", timeoutMs: 8000 };
const systemError = (code: string): Error => Object.assign(new Error(code), { code });

test("what sockets and names throw becomes a code and a sentence that names the peer", () => {
  for (const [error, code, words] of [
    [systemError("ECONNREFUSED"), "refused", "connection refused by web.test:443 (10.0.0.3)"],
    [systemError("ECONNRESET"), "reset", "connection reset by web.test:443 (10.0.0.3)"],
    [systemError("EPIPE"), "reset", "connection reset by"],
    [systemError("EHOSTUNREACH"), "unreachable", "no path to web.test:443 (10.0.0.3)"],
    [systemError("ENETUNREACH"), "unreachable", "no route to web.test:443 (10.0.0.3)"],
    [systemError("ETIMEDOUT"), "timeout", "no answer from web.test:443 (10.0.0.3)"],
    [systemError("EPERM"), "not_permitted", "local firewall"],
    [systemError("EMFILE"), "internal", "ulimit"],
    [systemError("EADDRNOTAVAIL"), "internal", "no free port"],
    [new NameNotResolved("DNS: so"), "dns", "DNS: so"],
    [new TargetRefused("not there"), "target_refused", "not there"],
    [new InvalidTarget("what is that"), "target_refused", "what is that"],
    [new TypeError("x is undefined"), "internal", "x is undefined"],
    ["a string", "internal", "a string"],
  ] as const) {
    const outcome = failureOutcome(error, asked, { latencyMs: 3 });
    assert.equal(outcome.causeCode, code, words);
    assert.ok(outcome.cause?.includes(words), outcome.cause ?? "");
    assert.deepEqual([outcome.ok, outcome.latencyMs, outcome.address], [false, 3, "10.0.0.3"]);
  }
});

test("a timeout says how long was waited, and an address is not said twice", () => {
  assert.equal(noAnswer(asked).cause, "no answer from web.test:443 (10.0.0.3) within 8 s");
  assert.equal(peer({ ...asked, target: "10.0.0.3:443" }), "10.0.0.3:443");
  assert.equal(peer({ ...asked, address: null }), "web.test:443");
});
