import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { createInventoryReader } from "./index.ts";
import { parsePortRange, parseSockets } from "./listeners.ts";
import { makeHost } from "./testing/host-tree.ts";

const head =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
const socket = (local: string, remote: string, state: string, inode = "77") =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000     0        0 ${inode} 1 0000000000000000 100 0 0 10 0\n`;
const nobody = "00000000:0000";
const nobody6 = `${"0".repeat(32)}:0000`;
const shown = (found: ReturnType<typeof parseSockets>) =>
  found.map(({ address, port }) => `${address} ${port}`);

test("sockets that listen are read in every form of address, and connections are not", () => {
  const tcp =
    head + socket("0100007F:0016", nobody, "0A") + socket("0100007F:0016", "0100007F:E000", "01");
  assert.deepEqual(parseSockets(tcp, "tcp", null), [
    { protocol: "tcp", address: "127.0.0.1", port: 22, inode: "77" },
  ]);
  const tcp6 =
    head +
    socket(`${"0".repeat(32)}:0050`, nobody6, "0A") +
    socket("B80D0120000000000000000001000000:01BB", nobody6, "0A") +
    socket("0000000000000000FFFF00000500000A:1F90", nobody6, "0A");
  assert.deepEqual(shown(parseSockets(tcp6, "tcp", null)), [
    ":: 80",
    "2001:db8::1 443",
    "10.0.0.5 8080",
  ]);
});

test("of UDP those count that have no peer and no passing port", () => {
  const udp =
    head +
    socket("00000000:0035", nobody, "07") +
    socket("00000000:8000", nobody, "07") +
    socket("00000000:EA5F", nobody, "07") +
    socket("00000000:EA60", nobody, "07") +
    socket("0500000A:007B", "0100000A:007B", "01") +
    socket("00000000:0000", nobody, "07");
  const passing = parsePortRange("32768\t60000");
  assert.deepEqual(passing, { first: 32_768, last: 60_000 });
  assert.deepEqual(shown(parseSockets(udp, "udp", passing)), ["0.0.0.0 53"]);
  assert.deepEqual(shown(parseSockets(udp, "udp", parsePortRange("40000\t60000"))), [
    "0.0.0.0 53",
    "0.0.0.0 32768",
  ]);
});

test("a socket belongs to the oldest program that has it open, and to process 1 only when nobody else has", async (t) => {
  const has = (...inodes: number[]) =>
    inodes.map((inode, at) => [String(at), { link: `socket:[${inode}]` }] as const);
  const processOf = (pid: number, comm: string, ...inodes: number[]) => ({
    [`/proc/${pid}/comm`]: `${comm}\n`,
    ...Object.fromEntries(has(...inodes).map(([fd, link]) => [`/proc/${pid}/fd/${fd}`, link])),
  });
  const root = makeHost(t, {
    "/proc/net/tcp":
      head +
      socket("00000000:0016", nobody, "0A", "11") +
      socket("00000000:0050", nobody, "0A", "12") +
      socket("00000000:0051", nobody, "0A", "13") +
      socket("00000000:0051", nobody, "0A", "14"),
    "/proc/net/udp": head,
    ...processOf(1, "systemd", 11, 13, 14),
    ...processOf(90, "nginx", 12),
    ...processOf(1000, "evil\u001b[2Jname", 12, 13, 14),
    ...processOf(200, "sshd", 5, 11),
  });
  const { listeners } = await createInventoryReader({ root, platform: "linux" }).read();
  assert.deepEqual(
    listeners.map(({ port, process }) => [port, process]),
    [
      [22, "sshd"],
      [80, "nginx"],
      [81, "evil [2Jname"],
    ],
  );
});

test("what listens on this host is seen with its program, and is gone once it is closed", async () => {
  const comm = readFileSync("/proc/self/comm", "utf8").trim();
  const reader = createInventoryReader();
  const servers = ["127.0.0.1", "::1", "::ffff:127.0.0.2"].map((host) =>
    createServer().listen(0, host),
  );
  await Promise.all(servers.map((server) => once(server, "listening")));
  const udp = createSocket("udp4");
  const udpPort = await bindBelow(udp, 32_768);
  const expected = [
    ...servers.map((server) => {
      const { port, address } = server.address() as AddressInfo;
      return { protocol: "tcp", address: address.replace("::ffff:", ""), port, process: comm };
    }),
    { protocol: "udp", address: "127.0.0.1", port: udpPort, process: comm },
  ];
  const { listeners } = await reader.read();
  for (const one of expected) {
    assert.deepEqual(
      listeners.filter(({ port, protocol }) => port === one.port && protocol === one.protocol),
      [one],
    );
  }
  await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  udp.close();
  const after = await reader.read();
  for (const { port, protocol } of expected) {
    const left = after.listeners.filter((one) => one.port === port && one.protocol === protocol);
    assert.deepEqual(left, []);
  }
});

/** Binds to a free port that the system does not give to passing sockets. */
async function bindBelow(
  socketToBind: ReturnType<typeof createSocket>,
  end: number,
): Promise<number> {
  for (let port = end - 1; port > 1024; port -= 7) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const failed = () => resolve(false);
    socketToBind.once("error", failed);
    socketToBind.bind(port, "127.0.0.1", () => resolve(true));
    const isBound = await promise;
    socketToBind.off("error", failed);
    if (isBound) return port;
  }
  throw new Error("no UDP port is free");
}
