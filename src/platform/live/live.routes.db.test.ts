import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { newId, newIds } from "#lib/ids";
import { type TestMember, createConsoleApp, seedMember } from "#test/console-app";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { announce } from "./announce.queries.ts";
import type { News } from "./hub.ts";
import { mostStreams } from "./live.routes.ts";

const db = await createTestDatabase();
const { database } = db;
const app = await createConsoleApp(database);
const url = await app.listen({ host: "127.0.0.1", port: 0 });
const { tenantId } = await seedTenant(database);

/** Opens the stream of a person, over a real connection. */
async function openStream(member: TestMember): Promise<{ text: () => string; close: () => void }> {
  const ending = new AbortController();
  const reply = await fetch(`${url}/api/tenants/${tenantId}/live`, {
    headers: member.headers,
    signal: ending.signal,
  });
  assert.match(reply.headers.get("content-type") ?? "", /^text\/event-stream/);
  assert.ok(reply.body !== null);
  let text = "";
  const { body } = reply;
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  })().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  await until(() => text.includes("event: open"), { what: "the stream is open" });
  return { text: () => text, close: () => ending.abort() };
}

test("a page hears which things changed, as an event with their ids", async () => {
  const stream = await openStream(await seedMember(database, tenantId, "viewer"));
  const ids = newIds(2);
  await database.transaction(tenantId, (tx) => announce(tx, tenantId, "findings", ids));
  const event = `event: change\ndata: ${JSON.stringify({ topic: "findings", ids })}\n\n`;
  await until(() => stream.text().includes(event), { what: "the change" });
  stream.close();
});

test("a viewer of some companies hears that something changed, but no ids", async () => {
  const member = await seedMember(database, tenantId, "viewer", [newId()]);
  const stream = await openStream(member);
  const [id = ""] = newIds(1);
  await database.transaction(tenantId, (tx) => announce(tx, tenantId, "sensors", [id]));
  await until(() => stream.text().includes('"sensors"'), { what: "the change" });
  assert.ok(!stream.text().includes(id));
  stream.close();
});

test("one person opens so many streams and no more, and a closed one makes room", async () => {
  const member = await seedMember(database, tenantId, "viewer");
  const streams = [];
  for (let i = 0; i < mostStreams; i += 1) streams.push(await openStream(member));
  const ask = async () => {
    const ending = new AbortController();
    const { status } = await fetch(`${url}/api/tenants/${tenantId}/live`, {
      headers: member.headers,
      signal: ending.signal,
    });
    ending.abort();
    return status;
  };
  assert.equal(await ask(), 429);
  const other = await openStream(await seedMember(database, tenantId, "viewer"));
  other.close();
  streams.pop()?.close();
  await until(async () => (await ask()) === 200, { what: "there is room again" });
  for (const stream of streams) stream.close();
});

test("who does not read is not kept waiting on", async () => {
  let tell: ((news: News) => void) | undefined;
  let isWatched = false;
  const live = {
    keepAliveMs: 20_000,
    watch(_tenantId: string, onNews: (news: News) => void) {
      [tell, isWatched] = [onNews, true];
      return () => (isWatched = false);
    },
    close: async () => undefined,
  };
  const quiet = await createConsoleApp(database, { deps: { live } });
  const address = new URL(await quiet.listen({ host: "127.0.0.1", port: 0 }));
  const { headers } = await seedMember(database, tenantId, "viewer");
  const path = `/api/tenants/${tenantId}/live`;
  const request = get({ host: address.hostname, port: address.port, path, headers });
  request.on("error", () => undefined);
  const [reply] = await once(request, "response");
  reply.on("error", () => undefined);
  reply.pause();
  const news: News = { topic: "sensors", ids: newIds(200) };
  for (let i = 0; i < 10_000 && isWatched; i += 1) {
    tell?.(news);
    if (i % 100 === 0) await setImmediate();
  }
  assert.ok(!isWatched);
  request.destroy();
});

test("a server that stops does not wait for its streams: they end", async () => {
  const other = await createConsoleApp(database);
  const base = await other.listen({ host: "127.0.0.1", port: 0 });
  const { headers } = await seedMember(database, tenantId, "viewer");
  const reply = await fetch(`${base}/api/tenants/${tenantId}/live`, { headers });
  await other.close();
  assert.match(await reply.text(), /event: open/);
});

test("a page that goes away while it is being asked who it is leaves no stream behind", async () => {
  const member = await seedMember(database, tenantId, "viewer");
  const { port } = new URL(url);
  const lines = [
    `GET /api/tenants/${tenantId}/live HTTP/1.1`,
    "Host: 127.0.0.1",
    `x-test-user: ${member.userId}`,
    "",
    "",
  ];
  await withClient(db.admin, undefined, async (client) => {
    // Nobody learns who is in a tenant until this ends.
    await client.query("begin");
    await client.query("lock table members in access exclusive mode");
    for (let i = 0; i < mostStreams + 20; i++) {
      const socket = connect(Number(port), "127.0.0.1");
      await once(socket, "connect");
      socket.write(lines.join("\r\n"), () => socket.resetAndDestroy());
      await once(socket, "close");
    }
    await client.query("commit");
  });
  const stream = await openStream(member);
  stream.close();
});
