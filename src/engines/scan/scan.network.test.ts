/** Scans of a host at the other end of a cable: ARP, firewalls, hosts that go away. Needs root on Linux. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { Compile } from "typebox/compile";
import { HostReport } from "#engines/scan-types";
import { enterOwnNetwork, ip } from "#test/own-network";
import { until } from "#test/until";
import { type RemoteHost, startRemoteHost } from "./testing/remote-host.ts";
import { liftedBudget, recordingIdentification, scanHere, scanSpec } from "./testing/scan-here.ts";

enterOwnNetwork();
const isReport = Compile(HostReport);
const address = "10.78.0.2";
const quiet = "10.78.0.3";

describe("a scan of a host at the other end of a cable", () => {
  let host: RemoteHost;
  before(async () => {
    host = await startRemoteHost("10.78.0.1/24", [`${address}/24`, `${quiet}/24`]);
    for (const port of [22, 80, 443]) await host.listen(address, port);
    // A firewall that drops: answers of these ports go nowhere. The second address keeps silent altogether.
    await host.ip("rule add from 10.78.0.2 ipproto tcp sport 81-90 blackhole pref 50");
    await host.ip(`rule add from ${quiet} blackhole pref 51`);
  });
  after(() => host.close());

  test("open, closed and filtered ports of hosts with their MAC addresses", async () => {
    const found = await scanHere(
      scanSpec({ targets: ["10.78.0.2", "10.78.0.4-9"], tcpPorts: "20-95,443" }),
    );
    for (const report of found.reports) assert.deepEqual([...isReport.Errors(report)], []);
    const report = found.of(address);
    assert.equal(report.outcome, "up");
    assert.match(report.upBy ?? "", /^(icmp|tcp\/443|tcp\/80)$/); // whichever was faster
    assert.match(report.mac ?? "", /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/);
    assert.deepEqual(report.tcp, { ports: "20-95,443", open: [22, 80, 443] });
    assert.deepEqual(
      report.services.map(({ port, name, method, unsettled }) => [port, name, method, unsettled]),
      [
        [22, "ssh", "port", true],
        [80, undefined, "port", true],
        [443, undefined, "port", true],
      ],
    );
    assert.ok(
      host.visits.every((visit) => visit.endsWith(" 0")),
      "nothing was sent",
    );
  });

  test("a host that drops everything is up by its answer to ARP; who does not answer that is down", async () => {
    const found = await scanHere(
      scanSpec({ scanType: "discovery", targets: ["10.78.0.2-6"], connectTimeoutMs: 200 }),
    );
    assert.deepEqual([found.of(quiet).outcome, found.of(quiet).upBy], ["up", "arp"]);
    assert.equal(found.of("10.78.0.5").outcome, "down");
    assert.equal(found.of("10.78.0.5").mac, undefined);
    assert.deepEqual(found.progress.at(-1), {
      phase: "discovery",
      hostsTotal: 5,
      hostsDone: 5,
      hostsUp: 2,
      openPorts: 0,
      percent: 100,
    });
  });

  test("an old entry in the ARP table does not raise the dead", async () => {
    // What takes seconds by default takes a tenth of it.
    const settings = "/proc/sys/net/ipv4/neigh/cable0";
    writeFileSync(`${settings}/delay_first_probe_time`, "1");
    writeFileSync(`${settings}/retrans_time_ms`, "100");
    const [, mac = "unknown"] = /lladdr (\S+)/.exec(ip(`neigh show ${quiet}`)) ?? [];
    ip(`neigh change ${quiet} lladdr ${mac} dev cable0 nud stale`);
    await host.ip(`addr del ${quiet}/24 dev far0`);
    const spec = scanSpec({ scanType: "discovery", targets: [quiet], connectTimeoutMs: 100 });
    assert.equal((await scanHere(spec)).of(quiet).outcome, "down");
    await host.ip(`addr add ${quiet}/24 dev far0`);
  });

  test("no second passes with more packets than the budget, as the host itself counts them", async () => {
    const samples: { at: number; received: number }[] = [];
    const sampler = setInterval(() => {
      samples.push({ at: performance.now(), received: host.received() });
    }, 20);
    await scanHere(
      scanSpec({
        targets: [address],
        tcpPorts: "1000-1119",
        budget: { perHostPerSec: 40, perSubnetPerSec: null, totalPerSec: null },
      }),
    );
    clearInterval(sampler);
    let most = 0;
    for (const from of samples) {
      const until = samples.findLast(({ at }) => at < from.at + 1000);
      if (until !== undefined) most = Math.max(most, until.received - from.received);
    }
    // What left within the second may come in a little later: a burst of a tenth is the most that is possible.
    assert.ok(most <= 44, `${most} packets within a second`);
    assert.ok(most >= 30, `${most}: the budget is also used`);
  });

  test("a stopped scan sends nothing more", async () => {
    const stop = new AbortController();
    const scan = scanHere(
      scanSpec({
        targets: [address],
        tcpPorts: "1-60000",
        budget: { ...liftedBudget, perHostPerSec: 2000 },
      }),
      { signal: stop.signal },
    );
    const before = host.received();
    await until(() => host.received() > before + 200, { what: "the scan is under way" });
    stop.abort();
    const stoppedAt = performance.now();
    const found = await scan;
    assert.ok(performance.now() - stoppedAt < 500);
    assert.deepEqual(found.reports, []);
    const afterwards = host.received();
    const waitUntil = performance.now() + 300;
    await until(() => performance.now() > waitUntil, { what: "time passes" });
    assert.ok(host.received() - afterwards <= 2, "no probe after the end");
  });

  test("an address that may no longer be touched is left at once", async () => {
    let denied = false;
    const identification = recordingIdentification();
    const scan = scanHere(
      scanSpec({
        targets: [address],
        scanType: "full",
        tcpPorts: "1-60000",
        budget: { ...liftedBudget, perHostPerSec: 2000 },
      }),
      { identification, refuse: () => (denied ? "a person said so" : null) },
    );
    const before = host.received();
    await until(() => host.received() > before + 200, { what: "the scan is under way" });
    denied = true;
    const report = (await scan).of(address);
    assert.equal(report.outcome, "dropped");
    assert.equal(report.reason, "it may no longer be touched: a person said so");
    assert.deepEqual(identification.asked, []);
  });

  test("a host that goes away in mid-scan is dropped, and only what it answered counts", async () => {
    const scan = scanHere(
      scanSpec({
        targets: [address],
        tcpPorts: "1-3000",
        connectTimeoutMs: 300,
        budget: { ...liftedBudget, perHostPerSec: 1000 },
      }),
    );
    const before = host.received();
    await until(() => host.received() > before + 500, { what: "the scan is under way" });
    await host.ip(`addr del ${address}/24 dev far0`);
    const report = (await scan).of(address);
    await host.ip(`addr add ${address}/24 dev far0`);
    assert.equal(report.outcome, "dropped");
    assert.match(report.reason ?? "", /^it stopped answering after \d+ of 3000 TCP ports$/);
    assert.deepEqual(report.tcp?.open.includes(22), true);
    const last = Number(/(\d+)$/.exec(report.tcp?.ports ?? "")?.[1]);
    assert.ok(last > 400 && last < 2500, `looked at up to ${last}`);
    assert.equal(report.tcp?.open.includes(81), false);
  });
});
