import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { enterOwnNetwork } from "#test/own-network";
import { embedded, patienceMs, startInstallation } from "#test/processes";
import { startSnmpd } from "#test/snmpd";
import { until } from "#test/until";

// So that no interface comes and goes under tests that run beside these: a browser gives up what it is loading.
enterOwnNetwork();
const ip = (...args: string[]) => execFileSync("ip", args);

test("a switch loses an interface: the sensor is down and says which; administratively down is no failure", async (t) => {
  const name = `vdj${process.pid % 100_000}`;
  ip("link", "add", name, "type", "veth", "peer", "name", `${name}p`);
  t.after(async () => void ip("link", "del", name));
  ip("link", "set", name, "up");
  ip("link", "set", `${name}p`, "up");
  const agent = await startSnmpd("rocommunity s3cret 127.0.0.0/8\n");
  t.after(() => agent.close());

  const vedette = await startInstallation(t, { SNMP_COMMUNITY: "s3cret", ...embedded.collector });
  await vedette.apply(`
tenant: default
sensors:
  - { name: switch, type: snmp, target: "${agent.target}", intervalSec: 1, snmp: { version: 2c, community: "\${SNMP_COMMUNITY}" },
      interfaces: [${name}], host: [cpu, memory, storage, uptime] }
`);
  const api = await vedette.client();
  await api.reaches("switch", "up");
  const usage = await api.get<Record<string, number>>("/sensor-usage");
  assert.equal(usage["baseSensors"], 0);
  assert.equal(usage["interfaceSensors"], 1);
  assert.ok((usage["hostSensors"] ?? 0) >= 4, "cpu, memory, uptime and each volume");

  ip("link", "set", `${name}p`, "down");
  await api.reaches("switch", "down");
  const [incident] = await api.incidents();
  assert.match(incident?.cause ?? "", new RegExp(name));

  ip("link", "set", `${name}p`, "up");
  await api.reaches("switch", "up");
  ip("link", "set", name, "down");
  const quietSince = Date.now();
  const calm = await until(
    async () => {
      const sensor = await api.sensor("switch");
      return (sensor.lastCheckedAt ?? 0) > quietSince + 3000 ? sensor : null;
    },
    { what: "checks with the interface administratively down", timeoutMs: patienceMs },
  );
  assert.deepEqual([calm.state, calm.cause], ["up", null]);

  await agent.stop();
  await api.reaches("switch", "down");
  assert.match((await api.incidents())[0]?.cause ?? "", /refuses SNMP: nothing listens/);
  assert.ok(!vedette.log().includes("s3cret"), "no credential in the log");
});
