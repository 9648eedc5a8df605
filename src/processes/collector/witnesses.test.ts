import assert from "node:assert/strict";
import { test } from "node:test";
import { createWitnesses } from "./witnesses.ts";

/** A gateway and a server that answer as told. */
function network(server: string) {
  const now: { gateway: string | null; answers: boolean | null; server: boolean } = {
    gateway: "192.168.2.1",
    answers: true,
    server: true,
  };
  const pinged: string[] = [];
  const witnesses = createWitnesses({
    server,
    ping: async (address) => {
      pinged.push(address);
      return now.answers;
    },
    serverAnswers: async () => now.server,
    findGateway: async () => now.gateway,
  });
  return { now, witnesses, pinged };
}

test("a gateway is silent only when it has answered before, also once its route is gone", async () => {
  const { now, witnesses, pinged } = network("http://198.51.100.1:7300");
  now.answers = false;
  assert.equal((await witnesses.examine()).gateway, "unknown");
  now.answers = true;
  await witnesses.meetGateway();
  now.answers = false;
  assert.equal((await witnesses.examine()).gateway, "silent");
  now.gateway = null;
  assert.equal((await witnesses.examine()).gateway, "silent");
  assert.deepEqual(new Set(pinged), new Set(["192.168.2.1"]));
  now.gateway = "10.0.0.1";
  assert.equal((await witnesses.examine()).gateway, "unknown", "another network, another gateway");
});

test("without a gateway, or without leave to ping, it says nothing", async () => {
  const { now, witnesses } = network("http://198.51.100.1:7300");
  now.answers = null;
  assert.equal((await witnesses.examine()).gateway, "unknown");
  now.gateway = null;
  assert.equal((await witnesses.examine()).gateway, "unknown");
});

test("the server's place is known by its address, while it can be reached and while it cannot", async () => {
  for (const [server, behind] of [
    ["http://127.0.0.1:7300", "nothing"],
    ["http://localhost:7300", "nothing"],
    ["http://[::1]:7300/below", "nothing"],
    ["https://198.51.100.1", "gateway"],
  ] as const) {
    const { now, witnesses } = network(server);
    assert.deepEqual((await witnesses.examine()).server, { reachable: true, behind });
    now.server = false;
    assert.deepEqual((await witnesses.examine()).server, { reachable: false, behind });
  }
});
