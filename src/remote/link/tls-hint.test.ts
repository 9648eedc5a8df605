import assert from "node:assert/strict";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Server } from "node:net";
import { type TestContext, test } from "node:test";
import { createTestAuthority, selfSigned } from "#test/tls-fixtures";
import { createServerClock } from "./server-clock.ts";
import { createServerLink, ServerUnreachable } from "./server-link.ts";

/** What a call by https to this server fails with. */
async function failureAt(t: TestContext, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const { signal } = new AbortController();
  const link = createServerLink({
    server: `https://127.0.0.1:${address.port}`,
    credential: null,
    clock: createServerClock(),
    signal,
  });
  const call = link.get(
    "/x",
    { Check: (value): value is { serverTime: number } => value !== null },
    5000,
  );
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServerUnreachable);
  return error.message;
}

test("a server without TLS, called by https, is told as that", async (t) => {
  assert.match(
    await failureAt(t, createServer()),
    /speaks no TLS; its address may begin with http:/,
  );
});

test("a certificate that nobody known here signed is told with what helps", async (t) => {
  const authority = createTestAuthority();
  t.after(() => authority.close());
  const names = ["127.0.0.1"];
  for (const identity of [selfSigned({ names }), authority.issue({ names })]) {
    assert.match(
      await failureAt(t, createTlsServer(identity)),
      /set NODE_EXTRA_CA_CERTS to the file of your CA/,
    );
  }
});

test("what fails otherwise is left to speak for itself", async (t) => {
  const server = createServer();
  server.on("connection", (socket) => socket.destroy());
  assert.match(await failureAt(t, server), /cannot be reached$/);
});
