/** Whole scans of real servers on loopback, by both connectors. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { after, before, describe, test } from "node:test";
import { ScanRefused } from "#engines/scan-types";
import { until } from "#test/until";
import { recordingIdentification, scanHere, scanSpec } from "./testing/scan-here.ts";

const host = "127.44.0.2";
const printer = "127.44.0.3";
const controller = "127.44.0.4";
const forbidden = "127.44.0.5";

const servers: Server[] = [];
/** `ADDRESS:PORT` of every connection that came in. */
const visits: string[] = [];

async function listen(address: string, port: number): Promise<void> {
  const server = createServer((socket) => {
    visits.push(`${address}:${port}`);
    socket.on("error", () => socket.destroy());
    socket.resume();
  }).listen({ host: address, port });
  await once(server, "listening");
  servers.push(server);
}

before(async () => {
  for (const port of [7001, 7002, 7022]) await listen(host, port);
  for (const port of [7022, 9100]) await listen(printer, port);
  for (const port of [7022, 44_818]) await listen(controller, port);
  await listen(forbidden, 7001);
});
after(() => {
  for (const server of servers) server.close();
});

for (const connector of ["kernel", "net"] as const) {
  describe(`a scan with the ${connector} connector`, () => {
    test("finds the open ports of each host, reports it once, and asks nobody for services", async () => {
      const identification = recordingIdentification();
      const found = await scanHere(
        scanSpec({ targets: ["127.44.0.1-4"], tcpPorts: "7000-7999,9100,44818" }),
        { connector, identification },
      );
      const open = found.reports.map(({ address, tcp }) => [address, tcp?.open]);
      assert.deepEqual(
        open.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
        [
          ["127.44.0.1", []],
          [host, [7001, 7002, 7022]],
          [printer, [7022, 9100]],
          [controller, [7022, 44_818]],
        ],
      );
      assert.equal(found.of(host).tcp?.ports, "7000-7999,9100,44818");
      assert.deepEqual(identification.asked, []);
    });
  });
}

test("a full scan asks each open port, and UDP, and says what the host is", async () => {
  const identification = recordingIdentification();
  const found = await scanHere(
    scanSpec({ targets: [host], scanType: "full", tcpPorts: "7000-7030", udpPorts: "common" }),
    { identification },
  );
  const report = found.of(host);
  assert.deepEqual(identification.asked.toSorted(), [
    `${host} tcp 7001`,
    `${host} tcp 7002`,
    `${host} tcp 7022`,
    `${host} udp 161`,
    `${host} udp 53`,
  ]);
  assert.deepEqual(
    report.services.map(({ port, name }) => [port, name]),
    [7001, 7002, 7022].map((port) => [port, "asked"]),
  );
  assert.deepEqual(report.udp, { ports: "53,161", open: [] });
  assert.equal(report.device?.type, "server");
});

test("printers and controllers are told with their ports and left alone, unless a person says otherwise", async () => {
  const spec = scanSpec({
    targets: [printer, controller],
    scanType: "full",
    tcpPorts: "7022,9100,44818",
    udpPorts: "161",
  });
  const careful = recordingIdentification();
  const found = await scanHere(spec, { identification: careful });
  assert.deepEqual(careful.asked, []);
  const told = found.of(printer);
  assert.deepEqual(
    [told.outcome, told.device?.type, told.tcp?.open],
    ["up", "printer", [7022, 9100]],
  );
  assert.match(told.reason ?? "", /not asked, because it looks like a printer: TCP port 9100/);
  assert.ok(told.services.every(({ unsettled }) => unsettled));
  assert.equal(found.of(controller).device?.type, "industrial");

  const bold = recordingIdentification();
  await scanHere({ ...spec, includeFragile: true }, { identification: bold });
  assert.deepEqual(bold.asked.toSorted(), [
    `${printer} tcp 7022`,
    `${printer} udp 161`,
    `${controller} tcp 44818`,
    `${controller} tcp 7022`,
    `${controller} udp 161`,
  ]); // never 9100
});

test("what is refused, excluded or done already is never touched", async () => {
  visits.length = 0;
  const spec = scanSpec({ targets: ["127.44.0.2-8"], exclude: [printer], tcpPorts: "7001,7022" });
  const found = await scanHere(spec, {
    refuse: (address) => (address === forbidden ? "it is on the deny list" : null),
    done: new Set([host]),
  });
  await until(() => visits.includes(`${controller}:7022`), { what: "the others are scanned" });
  assert.deepEqual(
    visits.filter((visit) => !visit.startsWith(controller)),
    [],
  );
  const report = found.of(forbidden);
  assert.deepEqual([report.outcome, report.reason], ["skipped", "it is on the deny list"]);
  assert.deepEqual(
    found.reports.map(({ address }) => address).toSorted(),
    [controller, forbidden, "127.44.0.6", "127.44.0.7", "127.44.0.8"].toSorted(),
  );
  assert.deepEqual([found.progress.at(-1)?.hostsTotal, found.progress.at(-1)?.hostsDone], [6, 6]);
});

test("names are looked up; one that does not resolve fails the scan after the rest was scanned", async () => {
  const found = await scanHere(scanSpec({ targets: ["localhost"], tcpPorts: "1" }));
  assert.deepEqual(found.of("127.0.0.1").names[0], { name: "localhost", source: "target" });

  const reported: string[] = [];
  const both = scanHere(scanSpec({ targets: [host, "no such name.test"] }));
  await assert.rejects(both, ScanRefused);
  const stale = scanHere(scanSpec({ targets: [host, "gone.invalid"], tcpPorts: "7001" }), {
    onHost: async ({ address }) => {
      reported.push(address);
    },
  });
  await assert.rejects(stale, (error) => {
    assert.ok(error instanceof ScanRefused);
    assert.match(error.message, /^a target did not resolve: gone\.invalid: /);
    return true;
  });
  assert.deepEqual(reported, [host]);
});

test("ports that cannot be understood refuse the scan by a sentence", async () => {
  for (const [ports, message] of [
    ["top-2000", /top-1 to top-1000 are known/],
    ["ssh", /TCP ports: "ssh" is no port.*write top-1000/],
  ] as const) {
    await assert.rejects(scanHere(scanSpec({ targets: [host], tcpPorts: ports })), message);
  }
});

test("what identification fails on is told, and costs only that service", async () => {
  const identification = {
    ...recordingIdentification(),
    identifyTcp: () => Promise.reject(new Error("a defect")),
    classifyHost: () => {
      throw new Error("another");
    },
  };
  const found = await scanHere(scanSpec({ targets: [host], scanType: "full", tcpPorts: "7001" }), {
    identification,
  });
  assert.equal(found.of(host).outcome, "up");
  assert.equal(found.of(host).services[0]?.unsettled, true);
  assert.deepEqual(found.told, [
    `the service on ${host}, TCP port 7001, was not identified: Error: a defect`,
    `${host} was not identified to the end: Error: another`,
  ]);
});

test("counts and percentage only grow, up to a hundred", async () => {
  const { progress } = await scanHere(
    scanSpec({
      targets: ["127.44.1.1-60"],
      tcpPorts: "1-400",
      budget: { perHostPerSec: null, perSubnetPerSec: 20_000, totalPerSec: null },
    }),
  );
  assert.ok(progress.length >= 3, `${progress.length}`);
  progress.reduce((before, after) => {
    for (const key of ["hostsDone", "hostsUp", "openPorts", "percent"] as const) {
      assert.ok(after[key] >= before[key], key);
    }
    return after;
  });
  assert.equal(progress.at(-1)?.percent, 100);
});

test("a scan that is stopped while names are looked up ends at once", async () => {
  const stop = new AbortController();
  const scan = scanHere(scanSpec({ targets: ["a.invalid", host] }), { signal: stop.signal });
  stop.abort();
  assert.deepEqual((await scan).reports, []);
});

test("a host that answers on every port is asked for some of them, and says so", async () => {
  const many = "127.44.9.1";
  for (let port = 20_001; port <= 20_310; port++) await listen(many, port);
  const identification = recordingIdentification();
  const found = await scanHere(
    scanSpec({ targets: [many], scanType: "full", tcpPorts: "20001-20310" }),
    { identification },
  );
  assert.equal(found.of(many).tcp?.open.length, 310);
  assert.equal(found.of(many).services.length, 310);
  assert.equal(identification.asked.length, 300);
  assert.match(found.of(many).reason ?? "", /^it has 310 open TCP ports/);
});

test("what a reader of reports fails on ends the scan", async () => {
  const failure = new Error("the disk is full");
  await assert.rejects(
    scanHere(scanSpec({ targets: ["127.44.1.1-60"] }), { onHost: () => Promise.reject(failure) }),
    failure,
  );
});

test("a scan goes on only as fast as its reports are taken", async () => {
  let waiting = 0;
  let most = 0;
  const { reports } = await scanHere(
    scanSpec({ targets: ["127.44.2.0-127.44.5.255"], tcpPorts: "1" }),
    {
      onHost: async () => {
        waiting++;
        most = Math.max(most, waiting);
        await new Promise((resolve) => setImmediate(resolve));
        waiting--;
      },
    },
  );
  assert.deepEqual(reports, []);
  assert.ok(most <= 256, `${most} reports at once`);
});
