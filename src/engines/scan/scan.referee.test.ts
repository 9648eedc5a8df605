/** nmap, by its own packets, as referee: the same open ports on the same hosts. In a network of its own; needs root. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { enterOwnNetwork } from "#test/own-network";
import { type RemoteHost, startRemoteHost } from "./testing/remote-host.ts";
import { scanHere, scanSpec } from "./testing/scan-here.ts";

enterOwnNetwork();
const run = promisify(execFile);
const ports = "20-120,440-450,7000-7300,9000-9100";
const servers = new Set<ReturnType<typeof createServer>>();
let remote: RemoteHost;

before(async () => {
  // An arbitrary pattern, the same in each run.
  for (let host = 1; host <= 12; host++) {
    for (let each = 0; each < host; each++) {
      const server = createServer((socket) => socket.on("error", () => socket.destroy()));
      server.listen({ host: `127.45.0.${host}`, port: 7000 + ((host * 37 + each * 11) % 300) });
      await once(server, "listening");
      servers.add(server);
    }
  }
  remote = await startRemoteHost("10.79.0.1/24", ["10.79.0.2/24", "10.79.0.3/24"]);
  for (const port of [22, 80, 443, 9000]) await remote.listen("10.79.0.2", port);
  await remote.listen("10.79.0.3", 25);
  await remote.ip("rule add from 10.79.0.3 ipproto tcp sport 440-450 blackhole pref 50");
});
after(async () => {
  for (const server of servers) server.close();
  await remote.close();
});

test("nmap finds the same hosts up and the same ports open", async () => {
  const targets = ["127.45.0.1-12", "10.79.0.2-5"];
  const words = ["-n", "-sT", "-T4", "-p", ports, "-oG", "-", ...targets];
  const { stdout } = await run("nmap", words, { timeout: 60_000 });
  const theirs = new Map<string, number[]>();
  for (const line of stdout.split("\n")) {
    const [, up] = /^Host: (\S+) .*Status: Up/.exec(line) ?? [];
    if (up !== undefined) theirs.set(up, []);
    const [, host = "", list = ""] = /^Host: (\S+) .*?Ports: ([^\t]*)/.exec(line) ?? [];
    const open = list.split(", ").filter((part) => part.includes("/open/"));
    if (host !== "" && open.length > 0)
      theirs.set(
        host,
        open.map((part) => Number.parseInt(part, 10)),
      );
  }
  for (const [host, list] of theirs)
    theirs.set(
      host,
      list.toSorted((a, b) => a - b),
    );
  assert.equal(theirs.size, 14);

  for (const connector of ["kernel", "net"] as const) {
    const found = await scanHere(scanSpec({ targets, tcpPorts: ports }), { connector });
    const up = found.reports.filter(({ outcome }) => outcome === "up");
    const ours = new Map(up.map(({ address, tcp }) => [address, tcp?.open ?? []]));
    assert.deepEqual(
      [...ours].toSorted(([a], [b]) => a.localeCompare(b)),
      [...theirs].toSorted(([a], [b]) => a.localeCompare(b)),
    );
  }
});
