import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import { test } from "node:test";
import { startConsole } from "#test/console";
import { freePort, patienceMs } from "#test/processes";
import { startRemoteCollector } from "#test/remote-part";
import { startSnmpd } from "#test/snmpd";
import { selfSigned } from "#test/tls-fixtures";
import { until } from "#test/until";
import { startWebTarget } from "#test/web-target";

interface Errand {
  state: string;
  failure: string | null;
  check?: { ok: boolean; cause?: string; causeCode?: string; httpStatus?: number };
  discovery?: { sysName: string; interfaces: { name: string; operStatus: string }[] };
}

type Sensor = Readonly<Record<string, unknown>>;

/** A tenant with one remote collector, and a way to have it do errands. */
async function place(t: { after(cleanUp: () => Promise<void> | void): void }) {
  const vedette = await startConsole(t);
  const { installation, tenantId } = vedette;
  const api = `/tenants/${tenantId}`;
  const made = await installation.vedette("collector", "create", "site", "--tenant", "default");
  const collector = await startRemoteCollector(t, {
    server: installation.url,
    token: made.trim(),
  });
  const { items } = await vedette.call<{ items: { id: string; name: string }[] }>(
    "GET",
    `${api}/collectors`,
  );
  const collectorId = items.find(({ name }) => name === "site")?.id ?? "";
  await until(() => collector.log().includes("assignment"), {
    what: "the collector is at work",
    timeoutMs: patienceMs,
  });
  const ended = async (id: string) =>
    until(
      async () => {
        const errand = await vedette.call<Errand>("GET", `${api}/errands/${id}`);
        return errand.state === "done" || errand.state === "failed" ? errand : null;
      },
      { what: "the errand ends", timeoutMs: patienceMs },
    );
  const ask = async (kind: "check" | "discover", sensor: Sensor) => {
    const body = { kind, collectorId, sensor: { intervalSec: 1, ...sensor } };
    const { id } = await vedette.call<{ id: string }>("POST", `${api}/errands`, body);
    return ended(id);
  };
  return { vedette, api, collector, collectorId, ended, ask };
}

test("sensors of every type are tried out before they are saved, and what a device offers is listed", async (t) => {
  const web = await startWebTarget(t);
  const snmpd = await startSnmpd("rocommunity hush-hush\nsysName core-sw1\n");
  t.after(() => snmpd.close());
  const server = createServer(selfSigned({ names: ["127.0.0.1"] }), (_request, reply) =>
    reply.end("ok"),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => void server.close());
  const address = server.address();
  const tlsPort = typeof address === "object" && address !== null ? address.port : 0;
  const closed = await freePort();
  const { vedette, api, collector, collectorId, ask } = await place(t);
  const { target } = snmpd;
  const community = { version: "2c", community: "hush-hush" };
  const good: Sensor[] = [
    { type: "icmp", target: "127.0.0.1" },
    { type: "tcp", target: `127.0.0.1:${web.port}` },
    { type: "http", target: `${web.url}/a`, http: { bodyMatch: "ok" } },
    { type: "tls", target: `127.0.0.1:${tlsPort}`, tls: { verify: false } },
    { type: "snmp", target, snmp: community, interfaces: ["lo"], host: ["uptime"] },
  ];
  for (const sensor of good) {
    const errand = await ask("check", sensor);
    assert.equal(errand.check?.ok, true, JSON.stringify([sensor, errand]));
  }
  const bad: [Sensor, string][] = [
    [{ type: "icmp", target: "nowhere.invalid" }, "dns"],
    [{ type: "tcp", target: `127.0.0.1:${closed}` }, "refused"],
    [{ type: "http", target: `${web.url}/a`, http: { expectStatus: "404" } }, "status"],
    [{ type: "tls", target: `127.0.0.1:${tlsPort}` }, "certificate"],
    [{ type: "snmp", target, snmp: { version: "2c", community: "hush-wrong" } }, "timeout"],
    [{ type: "http", target: "http://169.254.169.254/" }, "target_refused"],
  ];
  for (const [sensor, code] of bad) {
    const { check } = await ask("check", sensor);
    assert.equal(check?.ok, false, JSON.stringify(sensor));
    assert.equal(check.causeCode, code, JSON.stringify(check));
    assert.ok((check.cause ?? "").length > 10);
  }

  const { discovery } = await ask("discover", { type: "snmp", target, snmp: community });
  assert.equal(discovery?.sysName, "core-sw1");
  assert.ok(
    discovery.interfaces.some(({ name, operStatus }) => name === "lo" && operStatus === "up"),
  );
  const wrong = await ask("discover", {
    type: "snmp",
    target,
    snmp: { version: "2c", community: "hush-wrong" },
  });
  assert.equal(wrong.state, "failed");
  assert.match(wrong.failure ?? "", /the community or its access list is wrong/);

  await vedette.call("PUT", `${api}/collectors/${collectorId}/targets`, {
    allow: [],
    deny: ["127.0.0.0/8"],
  });
  const refused = await ask("discover", { type: "snmp", target, snmp: community });
  assert.match(refused.failure ?? "", /deny list/);
  const denied = await ask("check", { type: "tcp", target: `127.0.0.1:${web.port}` });
  assert.equal(denied.check?.causeCode, "target_refused");
  for (const log of [vedette.installation.log(), collector.log()]) {
    assert.ok(!log.includes("hush-"));
  }
});

test("a check at once changes a sensor's state at once, and is a result as any other", async (t) => {
  const web = await startWebTarget(t);
  const { vedette, api, ended } = await place(t);
  const declared = await vedette.call<{ id: string }>("POST", `${api}/declarations/sensors`, {
    name: "slow",
    type: "http",
    target: `${web.url}/slow`,
    collector: "site",
    intervalSec: 3600,
    failuresBeforeDown: 1,
    successesBeforeUp: 1,
  });
  const { id } = declared;
  const checkNow = async () => {
    const asked = await vedette.call<{ id: string }>("POST", `${api}/sensors/${id}/check`);
    return ended(asked.id);
  };
  const reaches = async (state: string) => {
    const isSo = async () => {
      const page = await vedette.call<{ items: { id: string; status: string }[] }>(
        "GET",
        `${api}/sensors?limit=1`,
      );
      return page.items[0]?.status === state;
    };
    await until(isSo, { what: `the sensor is ${state}`, timeoutMs: patienceMs });
  };
  assert.equal((await checkNow()).check?.httpStatus, 200);
  await reaches("up");
  await web.close();
  const down = await checkNow();
  assert.equal(down.check?.causeCode, "refused");
  await reaches("down");
  const { items } = await vedette.call<{ items: unknown[] }>("GET", `${api}/incidents`);
  assert.equal(items.length, 1);
  await web.open();
  assert.equal((await checkNow()).check?.ok, true);
  await reaches("up");
});
