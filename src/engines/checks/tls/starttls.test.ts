import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CheckEngine, CheckOutcome, TlsSettings } from "#engines/check-types";
import { createTestAuthority, type Identity, type TestAuthority } from "#test/tls-fixtures";
import { createNameCache, type NameCache } from "../names/index.ts";
import { createTlsEngine } from "./index.ts";
import { type StartTlsProtocol, startTlsProtocols } from "./starttls/index.ts";
import { type RunningPostgres, startPostgres } from "./testing/postgres.ts";
import { recordedReplies } from "./testing/recorded-replies.ts";
import { type Running, servePlain, serveStartTls } from "./testing/servers.ts";

describe("the tls engine with STARTTLS", () => {
  let names: NameCache;
  let engine: CheckEngine<"tls">;
  let authority: TestAuthority;
  let identity: Identity;

  before(() => {
    names = createNameCache({ permit: () => null });
    engine = createTlsEngine({ names });
    authority = createTestAuthority();
    identity = authority.issue({ names: ["127.0.0.1"] });
  });
  after(async () => {
    await engine.close();
    names.close();
    authority.close();
  });

  async function check(
    { port }: { port: number },
    starttls: StartTlsProtocol,
    more: TlsSettings = {},
    timeoutMs = 3000,
  ): Promise<CheckOutcome> {
    const tls: TlsSettings = { starttls, ca: authority.ca, ...more };
    const target = `127.0.0.1:${port}`;
    const outcome = await engine.check({ type: "tls", target, tls }, { timeoutMs });
    return { ...outcome, cause: outcome.cause?.replaceAll(target, "host") ?? null };
  }
  async function using<T extends Running>(server: T, work: (server: T) => Promise<void>) {
    try {
      await work(server);
    } finally {
      await server.close();
    }
  }

  for (const protocol of Object.keys(startTlsProtocols) as StartTlsProtocol[]) {
    test(`${protocol}: talks, shakes hands and judges the certificate`, async () => {
      await using(
        await serveStartTls(recordedReplies[protocol].replies, identity),
        async (server) => {
          const outcome = await check(server, protocol);
          assert.equal(outcome.cause, null);
          assert.deepEqual([outcome.certDaysLeft, outcome.tls?.protocol], [90, "TLSv1.3"]);
          const { connectMs = 0, tlsMs = 0 } = outcome.phases ?? {};
          assert.equal(outcome.latencyMs, connectMs + tlsMs);
          const named = await check(server, protocol, { serverName: "other.test" });
          assert.match(
            named.cause ?? "",
            /^certificate of host is for 127\.0\.0\.1, not for other\.test$/,
          );
        },
      );
    });

    test(`${protocol}: says what did not come when the server is silent or goes away`, async () => {
      await using(await servePlain(() => undefined), async (server) => {
        const { cause, causeCode } = await check(server, protocol, {}, 300);
        assert.match(
          cause ?? "",
          /^no answer from host within 0\.3 s: connected, but its .* did not come$/,
        );
        assert.equal(causeCode, "timeout");
      });
      await using(await servePlain((socket) => socket.end()), async (server) => {
        const { cause, causeCode } = await check(server, protocol);
        assert.match(
          cause ?? "",
          /^host closed the connection before its |^connection reset by host$/,
        );
        assert.equal(causeCode, "reset");
      });
    });
  }

  test("says that a server speaks something else, or will not do TLS", async () => {
    await using(await servePlain((socket) => socket.write("SSH-2.0-x\r\n")), async (server) => {
      const { cause, causeCode } = await check(server, "smtp");
      assert.deepEqual(
        [cause, causeCode],
        ['host does not speak SMTP: it says "SSH-2.0-x"', "protocol"],
      );
    });
    await using(await serveStartTls(["+OK\r\n", "-ERR no\r\n", ""], identity), async (server) => {
      const { cause, causeCode } = await check(server, "pop3");
      assert.deepEqual([cause, causeCode], ['host refuses STLS: "-ERR no"', "tls"]);
    });
  });

  test("checks a real PostgreSQL, with TLS and without", async () => {
    await using(await startPostgres(identity), async (server: RunningPostgres) => {
      const outcome = await check(server, "postgres");
      assert.equal(outcome.cause, null);
      assert.deepEqual([outcome.certDaysLeft, outcome.tls?.protocol], [90, "TLSv1.3"]);
      const untrusted = await check(server, "postgres", { ca: createOther() });
      assert.match(
        untrusted.cause ?? "",
        /^certificate of host comes from "Vedette test root", which is not/,
      );
      await server.turnTlsOff();
      const off = await check(server, "postgres");
      assert.equal(off.cause, "host does not offer TLS (ssl is off in its settings)");
    });
  });

  function createOther(): string {
    const other = createTestAuthority("Other");
    other.close();
    return other.ca;
  }
});
