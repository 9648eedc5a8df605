import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, newIds } from "#lib/ids";
import { type TestMember, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { announce } from "./announce.queries.ts";

const { database } = await createTestDatabase();
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
