import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  type ActiveDirectorySpec,
  DirectoryRefused,
  usualThresholds,
} from "#engines/directory-types";
import { type SambaDomain, startSambaDomain } from "#test/samba-domain";
import { startTcpProxy } from "#test/tcp-proxy";
import { createTestAuthority, dayMs, selfSigned, type TestAuthority } from "#test/tls-fixtures";
import { readDomain } from "./index.ts";
import { type Limits, usualLimits } from "./limits.ts";
import type { ReadingContext } from "./read-domain.ts";
import { readingContext, serveDomain } from "./testing/read-served.ts";
import { servedDomain } from "./testing/served-domain.ts";

describe("connecting to a real domain", () => {
  let domain: SambaDomain;
  let authority: TestAuthority;
  const cleanUps: (() => unknown)[] = [];

  before(async () => {
    domain = await startSambaDomain({ after: (cleanUp) => void cleanUps.push(cleanUp) });
    authority = createTestAuthority("Other root");
  });
  after(async () => {
    authority.close();
    for (const cleanUp of cleanUps) await cleanUp();
  });

  const specOf = (changes: Partial<ActiveDirectorySpec> = {}): ActiveDirectorySpec => ({
    type: "active_directory",
    urls: [domain.url],
    ...domain.reader,
    ca: domain.ca,
    serverName: null,
    baseDn: null,
    thresholds: usualThresholds,
    ...changes,
  });
  function read(
    changes: Partial<ActiveDirectorySpec> = {},
    context: Partial<ReadingContext> = {},
    limits: Partial<Limits> = {},
  ) {
    return readDomain(
      specOf(changes),
      { ...readingContext(), ...context },
      { ...usualLimits, ...limits },
    );
  }
  /** The sentence, which must not hold the password. */
  async function refusal(reading: Promise<unknown>): Promise<string> {
    const error = await reading.then(
      () => assert.fail("it was read"),
      (error: unknown) => error,
    );
    assert.ok(error instanceof DirectoryRefused, String(error));
    assert.ok(!error.message.includes(domain.reader.password));
    return error.message.replaceAll(domain.address, "DC");
  }

  test("LDAPS and StartTLS show the same domain", async () => {
    const context = { now: () => 0 };
    const [overTls, overStartTls, toRoot] = [
      await read({}, context),
      await read({ urls: [`ldap://${domain.address}:389`] }, context),
      await read({ baseDn: "dc=LAB, dc=test" }, context),
    ];
    assert.equal(overTls.dnsName, "lab.test");
    // Signing in changes when the reader was last seen.
    const accounts = (of: typeof overTls) => of.accounts.map(({ dn, sid }) => ({ dn, sid }));
    assert.deepEqual(accounts(overStartTls), accounts(overTls));
    assert.deepEqual({ ...overStartTls, accounts: [] }, { ...overTls, accounts: [] });
    assert.deepEqual(accounts(toRoot), accounts(overTls));
  });

  test("a domain that the server has not is refused", async () => {
    assert.equal(
      await refusal(read({ baseDn: "DC=other,DC=test" })),
      "DC:636 is a domain controller of DC=lab,DC=test, not of DC=other,DC=test: use one of that domain, or leave baseDn out.",
    );
  });

  test("a wrong password ends it: no other server is tried with it", async (t) => {
    const other = await serveDomain(t, servedDomain());
    const urls = [domain.url, ...other.spec.urls];
    const ca = `${domain.ca}\n${other.spec.ca ?? ""}`;
    assert.equal(
      await refusal(read({ urls, ca, password: "wrong" })),
      'DC:636 refuses the user "reader@lab.test": the user or the password is wrong.',
    );
    assert.deepEqual(other.binds, []);
  });

  test("an unknown user is refused, and a disabled one for another reason", async () => {
    assert.match(
      await refusal(read({ user: "nobody@lab.test" })),
      /^DC:636 refuses the user "nobody@lab.test": (the user or the password is wrong|there is no such user)\.$/,
    );
    domain.tool("user", "create", "gone", domain.reader.password);
    domain.tool("user", "disable", "gone");
    assert.equal(
      await refusal(read({ user: "gone@lab.test" })),
      'DC:636 refuses the user "gone@lab.test": the account is disabled: enable it.',
    );
  });

  test("a server that cannot be reached is passed over for the next", async () => {
    const read2 = await read({ urls: [`ldaps://${domain.address}:1`, domain.url] });
    assert.equal(read2.dnsName, "lab.test");
  });

  test("when none can be reached, the sentence says why of each", async () => {
    assert.equal(
      await refusal(read({ urls: [`ldaps://${domain.address}:1`, `ldap://${domain.address}:2`] })),
      "DC:1 does not accept connections (ECONNREFUSED): check the url, and firewalls between the probe and the domain controller. DC:2 does not accept connections (ECONNREFUSED): check the url, and firewalls between the probe and the domain controller.",
    );
    assert.match(
      await refusal(read({ urls: ["ldaps://dc.invalid"] })),
      /^The name dc\.invalid does not resolve \(E\w+\): check the url, /,
    );
    assert.equal(
      await refusal(read({ urls: ["https://dc1.lab.test"] })),
      '"https://dc1.lab.test" is no address of a directory: write ldaps://HOST or ldap://HOST, with :PORT if it is another.',
    );
  });

  test("the way of TLS that another port takes is told by the sentence", async () => {
    assert.match(
      await refusal(read({ urls: [`ldap://${domain.address}:636`] })),
      /^DC:636 .* while StartTLS was asked for; a port for TLS at once, as 636, takes ldaps:\/\/\.$/,
    );
    assert.match(
      await refusal(read({ urls: [`ldaps://${domain.address}:389`] })),
      /^TLS with DC:389 failed \(\w+\): .*; a port for StartTLS, as 389, takes ldap:\/\/\.$/,
    );
  });

  test("an address that must not be touched is not, and every one of a name is asked about", async (t) => {
    const asked: string[] = [];
    const served = await serveDomain(t, servedDomain());
    const refuse = (address: string) => {
      asked.push(address);
      return "It is on the probe's deny list.";
    };
    const [url = ""] = served.spec.urls;
    const urls = [url.replace("127.0.0.1", "localhost")];
    const words = await refusal(read({ urls }, { refuse }));
    assert.match(
      words,
      /\(127\.0\.0\.1\) must not be touched: It is on the probe's deny list; change the targets of the probe, or let another one read the directory\./,
    );
    assert.ok(asked.includes("127.0.0.1"));
    assert.equal(served.connections(), 0);
  });

  test("a certificate of another authority, name or none is refused before anybody signs in", async () => {
    assert.equal(
      await refusal(read({ ca: authority.ca })),
      'The certificate of DC:636 comes from "Lab root", which is not trusted (UNABLE_TO_GET_ISSUER_CERT_LOCALLY): set caFile to the certificate of that authority.',
    );
    assert.match(
      await refusal(read({ ca: null, urls: [`ldap://${domain.address}`] })),
      /^The certificate of DC:389 comes from "Lab root", which is not trusted/,
    );
    assert.equal(
      await refusal(read({ serverName: "dc2.lab.test" })),
      "The certificate of DC:636 is for dc1.lab.test, DC, not for dc2.lab.test: use one of its names in the url, or set serverName to it.",
    );
    assert.equal((await read({ serverName: domain.host })).dnsName, "lab.test");
    assert.equal(
      await refusal(read({ ca: "none" })),
      "The ca holds no certificate: it begins with -----BEGIN CERTIFICATE-----.",
    );
  });

  test("an expired certificate is refused with its day, one signed by itself unless it is trusted", async (t) => {
    t.after(() => domain.restart(authority.issue({ names: [domain.host, domain.address] })));
    const names = [domain.host, domain.address];
    const validFromAt = Date.parse("2026-01-01T00:00:00Z");
    const validToAt = Date.parse("2026-03-01T00:00:00Z");
    await domain.restart(authority.issue({ names, validFromAt, validToAt }));
    assert.equal(
      await refusal(read({ ca: authority.ca })),
      "The certificate of DC:636 expired on 2026-03-01: renew it on the domain controller.",
    );
    const own = selfSigned({ names, validToAt: Date.now() + 3 * dayMs });
    await domain.restart(own);
    assert.equal(
      await refusal(read()),
      "The certificate of DC:636 is signed by itself and not trusted: set caFile to it, or to the certificate of the authority that should have issued it.",
    );
    assert.equal((await read({ ca: own.cert })).dnsName, "lab.test");
  });

  describe("in the middle of a sweep", () => {
    /** Through a line that can be cut, as soon as users are read. */
    async function readThrough(
      t: { after(cleanUp: () => void): void },
      cut: (proxy: Awaited<ReturnType<typeof startTcpProxy>>) => void,
      more: { signal?: AbortSignal; limits?: Partial<Limits> } = {},
    ): Promise<unknown> {
      const proxy = await startTcpProxy(t, { host: domain.address, port: 636 });
      const urls = [proxy.url.replace("http:", "ldaps:")];
      let isCut = false;
      return read(
        { urls, ca: authority.ca, serverName: domain.host },
        {
          onProgress({ what }) {
            if (what !== "users" || isCut) return;
            isCut = true;
            cut(proxy);
          },
          ...(more.signal === undefined ? {} : { signal: more.signal }),
        },
        more.limits,
      );
    }

    test("a line that is cut ends it at once", async (t) => {
      const words = await refusal(readThrough(t, (proxy) => proxy.restore()));
      assert.match(
        words,
        /^127\.0\.0\.1:\d+ (closed the connection|broke off the connection \(\w+\)) while computers were read\.$/,
      );
    });

    test("a server that is killed ends it at once", async (t) => {
      t.after(() => domain.restart());
      const killed: Promise<void>[] = [];
      const reading = read(
        { ca: authority.ca },
        {
          onProgress({ what }) {
            if (what === "users" && killed.length === 0) killed.push(domain.stop("SIGKILL"));
          },
        },
      );
      assert.match(
        await refusal(reading),
        /^DC:636 (closed|broke off) the connection.* while \w.* were read\.$/,
      );
      await Promise.all(killed);
    });

    test("a server that answers no more is not waited for longer than a page may take", async (t) => {
      const startedAt = performance.now();
      // Samba counts in whole seconds: of one second, it may give a search next to nothing.
      const limits = { pageMs: 2700 };
      assert.match(
        await refusal(readThrough(t, (proxy) => proxy.cut(), { limits })),
        /did not answer within 2\.7 s while computers were read\.$/,
      );
      assert.ok(performance.now() - startedAt < 10_000);
    });

    test("nor than everything may take", async (t) => {
      const limits = { totalMs: 3000 };
      assert.equal(
        await refusal(readThrough(t, (proxy) => proxy.cut(), { limits })),
        "The domain could not be read within 3 s.",
      );
    });

    test("whoever stops it need not wait", async (t) => {
      const controller = new AbortController();
      const reason = new Error("stopped by somebody");
      let stoppedAt = 0;
      const reading = readThrough(
        t,
        (proxy) => {
          proxy.cut();
          stoppedAt = performance.now();
          setImmediate(() => controller.abort(reason));
        },
        { signal: controller.signal },
      );
      await assert.rejects(reading, reason);
      assert.ok(performance.now() - stoppedAt < 1000);
    });
  });
});
