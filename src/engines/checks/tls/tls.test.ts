import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import type { CheckEngine, CheckOutcome, TlsSettings } from "#engines/check-types";
import { createTestAuthority, dayMs, selfSigned, type TestAuthority } from "#test/tls-fixtures";
import { until } from "#test/until";
import { createNameCache, type NameCache } from "../names/index.ts";
import { createTlsEngine } from "./index.ts";
import { type Running, servePlain, serveTls } from "./testing/servers.ts";

describe("the tls engine", () => {
  let names: NameCache;
  let engine: CheckEngine<"tls">;
  let authority: TestAuthority;
  const running: Running[] = [];

  before(() => {
    names = createNameCache({ permit: () => null });
    engine = createTlsEngine({ names });
    authority = createTestAuthority();
  });
  after(async () => {
    await engine.close();
    names.close();
    authority.close();
    for (const each of running) await each.close();
  });

  const keep = (started: Running): number => {
    running.push(started);
    return started.port;
  };
  const serve = async (...how: Parameters<typeof serveTls>) => keep(await serveTls(...how));
  const serveClear = async (greet: (socket: Socket) => void) => keep(await servePlain(greet));
  const check = (port: number, tls: TlsSettings = {}, timeoutMs = 3000): Promise<CheckOutcome> =>
    engine.check({ type: "tls", target: `127.0.0.1:${port}`, tls }, { timeoutMs });
  const trusting = (more: TlsSettings = {}): TlsSettings => ({ ca: authority.ca, ...more });
  function words(outcome: CheckOutcome, port: number): string | undefined {
    return outcome.cause?.replaceAll(`127.0.0.1:${port}`, "host");
  }

  test("verifies a sound chain and reports days, protocol, cipher and phases", async () => {
    const port = await serve(authority.issue({ names: ["127.0.0.1"] }));
    const outcome = await check(port, trusting());
    assert.equal(outcome.cause, null);
    assert.equal(outcome.certDaysLeft, 90);
    const { protocol, cipher } = outcome.tls ?? {};
    assert.deepEqual([protocol, cipher], ["TLSv1.3", "TLS_AES_256_GCM_SHA384"]);
    const { connectMs = -1, tlsMs = -1, ...others } = outcome.phases ?? {};
    assert.ok(connectMs >= 0 && tlsMs > 0);
    assert.deepEqual(others, {});
    assert.equal(outcome.latencyMs, connectMs + tlsMs);
  });

  test("tells whom the served certificates are for, who signed them, and from when to when they are good", async () => {
    const middle = authority.intermediate("Vedette test issuing");
    const validFromAt = Date.UTC(2026, 0, 2, 3, 4, 5);
    const validToAt = Date.UTC(2036, 0, 2, 3, 4, 5);
    const names = ["127.0.0.1", "shop.test"];
    const port = await serve(
      middle.issue({ names, commonName: "shop.test", validFromAt, validToAt }),
    );
    const { tls } = await check(port, trusting());
    assert.deepEqual(tls?.names?.toSorted(), names);
    assert.deepEqual(tls.certificates?.[0], {
      subject: "CN=shop.test",
      issuer: "CN=Vedette test issuing",
      validFromAt,
      validToAt,
    });
    assert.deepEqual(
      tls.certificates.slice(1).map(({ subject, issuer }) => [subject, issuer]),
      [
        ["CN=Vedette test issuing", "CN=Vedette test root"],
        ["CN=Vedette test root", "CN=Vedette test root"],
      ].slice(0, tls.certificates.length - 1),
    );
    assert.ok(tls.certificates.length >= 2);
    middle.close();

    const self = await serve(selfSigned({ names: ["127.0.0.1"], notAfter: "XX1399999999Z" }));
    const broken = await check(self, { verify: false });
    assert.equal(broken.tls?.certificates?.[0]?.validToAt, null);
  });

  test("takes TLS 1.2 as well", async () => {
    const identity = authority.issue({ names: ["127.0.0.1"] });
    const outcome = await check(await serve({ ...identity, maxVersion: "TLSv1.2" }), trusting());
    assert.deepEqual([outcome.ok, outcome.tls?.protocol], [true, "TLSv1.2"]);
  });

  test("makes a full handshake every time, never a resumed one", async () => {
    const resumed: boolean[] = [];
    const identity = authority.issue({ names: ["127.0.0.1"] });
    for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
      const port = await serve({ ...identity, maxVersion }, (socket) => {
        resumed.push(socket.isSessionReused());
      });
      const spec = { type: "tls", target: `127.0.0.1:${port}`, tls: trusting() } as const;
      for (let count = 0; count < 3; count++) {
        assert.equal((await engine.check(spec, { timeoutMs: 3000 })).ok, true);
      }
    }
    await until(() => resumed.length === 6, { what: "the server saw all handshakes" });
    assert.deepEqual(new Set(resumed), new Set([false]));
  });

  test("says that a certificate has expired, and still counts the days", async () => {
    const validToAt = Date.now() - 3 * dayMs - 1000;
    const port = await serve(
      authority.issue({ names: ["127.0.0.1"], validFromAt: validToAt - dayMs, validToAt }),
    );
    const outcome = await check(port, trusting());
    const day = new Date(validToAt).toISOString().slice(0, 10);
    assert.equal(words(outcome, port), `certificate of host expired 3 days ago (${day})`);
    assert.deepEqual([outcome.causeCode, outcome.certDaysLeft], ["certificate", -4]);
    assert.equal(outcome.tls?.protocol, "TLSv1.3");
    assert.equal((await check(port, { verify: false })).ok, true);
    assert.equal((await check(port, { verify: false, minDaysLeft: 0 })).ok, false);
  });

  test("counts the days of whichever certificate of the chain ends first", async () => {
    const below = authority.intermediate("Between", Date.now() + 20 * dayMs + 60_000);
    const port = await serve(below.issue({ names: ["127.0.0.1"] }));
    assert.deepEqual((await check(port, trusting())).certDaysLeft, 20);
    const outcome = await check(port, trusting({ minDaysLeft: 30 }));
    assert.match(
      words(outcome, port) ?? "",
      /^issuing certificate "Between" of host expires in 20 days /,
    );
    assert.deepEqual([outcome.causeCode, outcome.certDaysLeft], ["certificate", 20]);
  });

  test("fails a certificate that ends too soon only when asked to", async () => {
    const validToAt = Date.now() + 5 * dayMs + 60_000;
    const port = await serve(authority.issue({ names: ["127.0.0.1"], validToAt }));
    assert.equal((await check(port, trusting({ minDaysLeft: 5 }))).ok, true);
    const outcome = await check(port, trusting({ minDaysLeft: 14 }));
    assert.match(
      words(outcome, port) ?? "",
      /^certificate of host expires in 5 days .*, at least 14 days ahead/,
    );
  });

  test("says for which names a certificate is, and compares serverName where given", async () => {
    const port = await serve(authority.issue({ names: ["a.test"] }));
    const outcome = await check(port, trusting());
    assert.equal(words(outcome, port), "certificate of host is for a.test, not for 127.0.0.1");
    assert.equal(outcome.causeCode, "certificate");
    assert.equal((await check(port, trusting({ serverName: "A.test." }))).ok, true);
    assert.equal((await check(port, { verify: false })).ok, true);
  });

  test("sends the name to servers that have several certificates", async () => {
    const asked: string[] = [];
    const port = await serve({
      ...authority.issue({ names: ["127.0.0.1"] }),
      SNICallback(name, done) {
        asked.push(name);
        done(null);
      },
    });
    await check(port, trusting({ serverName: "größe.test" }));
    await check(port, trusting());
    assert.deepEqual(asked, ["xn--gre-6ka8i.test"]);
  });

  test("trusts nobody but the system's authorities and those of ca", async () => {
    const own = selfSigned({ names: ["127.0.0.1"] });
    const ownPort = await serve(own);
    const untrusted = await check(ownPort);
    assert.equal(
      words(untrusted, ownPort),
      "certificate of host is self-signed and not among the trusted ones",
    );
    assert.equal(untrusted.certDaysLeft, 90);
    assert.equal((await check(ownPort, { ca: own.cert })).ok, true);
    const port = await serve(authority.issue({ names: ["127.0.0.1"] }));
    const unknown = await check(port);
    assert.match(
      words(unknown, port) ?? "",
      /^certificate of host comes from "Vedette test root", which is not a trusted/,
    );
    const other = createTestAuthority("Other");
    assert.equal((await check(port, { ca: other.ca })).ok, false);
    assert.equal((await check(port, { ca: other.ca + authority.ca })).ok, true);
    other.close();
  });

  test("trusts an intermediate that is given as ca, and says when one is missing", async () => {
    const below = authority.intermediate("Between");
    const { key, cert } = below.issue({ names: ["127.0.0.1"] });
    const [leaf = ""] = cert.match(/-----BEGIN[^]*?-----END CERTIFICATE-----\n/) ?? [];
    const port = await serve({ key, cert: leaf });
    assert.match(
      words(await check(port, trusting()), port) ?? "",
      /the server sends no intermediate certificate$/,
    );
    assert.equal((await check(port, { ca: below.ca })).ok, true);
  });

  test("survives a certificate whose end is no date", async () => {
    const port = await serve(selfSigned({ names: ["127.0.0.1"], notAfter: "XX1399999999Z" }));
    const outcome = await check(port, { verify: false, minDaysLeft: 0 });
    assert.equal(words(outcome, port), "certificate of host has an end that is no date");
    const unverified = await check(port, { verify: false });
    assert.deepEqual([unverified.ok, unverified.certDaysLeft], [true, null]);
  });

  test("says that a server has only old versions of TLS", async () => {
    const identity = authority.issue({ names: ["127.0.0.1"] });
    const old = {
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT:@SECLEVEL=0",
    } as const;
    const port = await serve({ ...identity, ...old });
    const outcome = await check(port, trusting());
    assert.equal(
      words(outcome, port),
      "host offers neither TLS 1.2 nor TLS 1.3, only older versions",
    );
    assert.equal(outcome.causeCode, "tls");
  });

  test("says that there is no cipher in common", async () => {
    const identity = authority.issue({ names: ["127.0.0.1"] });
    const weak = { maxVersion: "TLSv1.2", ciphers: "NULL:@SECLEVEL=0" } as const;
    const port = await serve({ ...identity, ...weak });
    const outcome = await check(port, trusting());
    assert.match(
      words(outcome, port) ?? "",
      /^TLS handshake with host failed: the server refused it/,
    );
    assert.equal(outcome.causeCode, "tls");
  });

  test("accepts a server that asks for a client certificate and would do without", async () => {
    const identity = authority.issue({ names: ["127.0.0.1"] });
    const port = await serve({ ...identity, requestCert: true, rejectUnauthorized: false });
    assert.equal((await check(port, trusting())).ok, true);
  });

  test("says that a port does not speak TLS", async () => {
    for (const greeting of ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n"]) {
      const port = await serveClear((socket) => socket.write(greeting));
      const outcome = await check(port);
      assert.equal(words(outcome, port), "host does not speak TLS on this port");
      assert.equal(outcome.causeCode, "protocol");
    }
  });

  test("says that the peer broke off, or did not answer, and when", async () => {
    const closing = await serveClear((socket) => socket.once("data", () => socket.end()));
    const closed = await check(closing);
    assert.equal(words(closed, closing), "host closed the connection during the TLS handshake");
    const resetting = await serveClear((socket) =>
      socket.once("data", () => socket.resetAndDestroy()),
    );
    assert.equal((await check(resetting)).causeCode, "reset");
    const silent = await serveClear(() => undefined);
    const late = await check(silent, {}, 300);
    const missing = "connected, but its part of the TLS handshake did not come";
    assert.equal(words(late, silent), `no answer from host within 0.3 s: ${missing}`);
    assert.deepEqual([late.causeCode, late.latencyMs], ["timeout", null]);
  });

  test("says what is wrong with settings that cannot be used", async () => {
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for (const [ca, expected] of [
      ["nonsense", /^ca holds no certificate/],
      [authority.ca + broken, /^certificate 2 of ca cannot be read/],
    ] as const) {
      const outcome = await check(1, { ca });
      assert.match(outcome.cause ?? "", expected);
      assert.equal(outcome.causeCode, "certificate");
    }
    const { causeCode } = await check(1, { serverName: "a b" });
    assert.equal(causeCode, "target_refused");
  });
});
