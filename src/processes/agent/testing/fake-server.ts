import assert from "node:assert/strict";
import { type ServerResponse, createServer } from "node:http";
import type { TestContext } from "node:test";
import { gunzip, gzip } from "#lib/gzip";
import type { CheckIn, InventoryUpdate, JobMessage } from "#wire/agent.v1";

/** A server that keeps what it is told, and answers as the test says. */
export async function fakeServer(t: TestContext) {
  const state = {
    /** Handed out with the next check-in. */
    jobs: [] as unknown[],
    stop: [] as string[],
    /** How far its clock is ahead of this machine's. */
    aheadMs: 0,
    /** Of every answer. */
    status: 200,
    resultsStatus: 200,
    inventoryStatus: 200,
    /** Texts of bundles by their hash; one that is not here is not found. */
    bundles: new Map<string, string>(),
    /** The revision that it has. */
    inventory: null as string | null,
    checkIns: [] as CheckIn[],
    /** How many messages it had at each of them. */
    hadMessages: [] as number[],
    updates: [] as InventoryUpdate[],
    messages: [] as JobMessage[],
    batches: [] as number[],
    calls: [] as string[],
  };

  async function answer(path: string, body: string, response: ServerResponse): Promise<void> {
    state.calls.push(path);
    const reply = (status: number, value: object) =>
      response
        .writeHead(status)
        .end(JSON.stringify({ ...value, serverTime: Date.now() + state.aheadMs }));
    if (state.status !== 200) return void reply(state.status, { error: "It is not well." });
    if (path.endsWith("/enrol")) {
      const id = "01990000-0000-7000-8000-00000000000a";
      reply(200, { kind: "agent", id, name: "web1", credential: "vdac_secret" });
    } else if (path.endsWith("/check-in")) {
      const said: CheckIn = JSON.parse(body);
      state.checkIns.push(said);
      state.hadMessages.push(state.messages.length);
      const inventoryKnown = said.inventory !== null && said.inventory === state.inventory;
      reply(200, { inventoryKnown, jobs: state.jobs.splice(0), stop: state.stop.splice(0) });
    } else if (path.endsWith("/inventory")) {
      if (state.inventoryStatus !== 200) return void reply(state.inventoryStatus, { error: "No." });
      const update: InventoryUpdate = JSON.parse(body);
      state.updates.push(update);
      const accepted = update.base === null || update.base === state.inventory;
      if (accepted) state.inventory = update.revision;
      reply(200, { accepted });
    } else if (path.endsWith("/results")) {
      if (state.resultsStatus !== 200) return void reply(state.resultsStatus, { error: "No." });
      const { messages }: { messages: JobMessage[] } = JSON.parse(body);
      state.messages.push(...messages);
      state.batches.push(messages.length);
      reply(200, { recorded: messages.length });
    } else {
      const sha256 = path.split("/").at(-1) ?? "";
      const text = state.bundles.get(sha256);
      if (text === undefined)
        return void reply(404, { error: "There is no such bundle.", code: "not_found" });
      reply(200, { sha256, gzip: (await gzip(text)).toString("base64") });
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const text = body.length === 0 ? Promise.resolve(body) : gunzip(body, 1e8);
      void text.then((said) => answer(request.url ?? "", said.toString(), response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return Object.assign(state, { url: `http://127.0.0.1:${address.port}` });
}

export type FakeServer = Awaited<ReturnType<typeof fakeServer>>;
