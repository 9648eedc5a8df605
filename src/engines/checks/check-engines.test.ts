import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { type CheckSpec, checkTypes } from "#engines/check-types";
import { createCheckEngines } from "./index.ts";

const specs = (host: string, port: number): CheckSpec[] => [
  { type: "icmp", target: host, icmp: {} },
  { type: "tcp", target: `${host}:${port}`, tcp: {} },
  { type: "tls", target: `${host}:${port}`, tls: {} },
  { type: "http", target: `http://${host}:${port}/`, http: {} },
  {
    type: "snmp",
    target: `${host}:${port}`,
    snmp: { version: "2c", community: "public" },
    interfaces: [],
    host: ["uptime"],
  },
];

test("no engine asks a forbidden address, and all say by which rule", async () => {
  const asked: string[] = [];
  const engines = createCheckEngines({
    permit(address, host) {
      asked.push(`${address} ${host}`);
      return "cloud metadata";
    },
  });
  const refused = specs("169.254.169.254", 80);
  assert.deepEqual(refused.map((spec) => spec.type).toSorted(), [...checkTypes].toSorted());
  for (const spec of refused) {
    const outcome = await engines.check(spec, { timeoutMs: 1000 });
    assert.equal(outcome.causeCode, "target_refused", `${spec.type}: ${outcome.cause}`);
    assert.match(outcome.cause ?? "", /169\.254\.169\.254.*cloud metadata/);
  }
  assert.deepEqual(new Set(asked), new Set(["169.254.169.254 169.254.169.254"]));
  await engines.close();
});

test("every type finds its engine, and close ends them all", async (t) => {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.resume().end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  }).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const before = process.getActiveResourcesInfo().toSorted();
  const engines = createCheckEngines({ permit: () => null });
  const outcomes = new Map<string, string | null>();
  for (const spec of specs("127.0.0.1", address.port)) {
    const { causeCode } = await engines.check(spec, { timeoutMs: 500 });
    outcomes.set(spec.type, causeCode);
  }
  assert.equal(outcomes.get("icmp"), null);
  assert.equal(outcomes.get("tcp"), null);
  assert.equal(outcomes.get("http"), null);
  assert.notEqual(outcomes.get("tls"), null, "it speaks no TLS");
  assert.notEqual(outcomes.get("snmp"), null, "nor SNMP");
  await engines.close();
  const endAt = performance.now() + 2000;
  const handles = (): string[] => process.getActiveResourcesInfo().toSorted();
  while (handles().join() !== before.join() && performance.now() < endAt) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(
    handles().filter((name) => name !== "Immediate"),
    before.filter((name) => name !== "Immediate"),
  );
});
