import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { script, startBannerServer } from "#test/banner-server";
import { startInstallation } from "#test/processes";

const feeds = fileURLToPath(new URL("../fixtures/feeds", import.meta.url));

interface Asset {
  readonly id: string;
  readonly ip: string;
  readonly openPorts: number[];
}

/** Writes as fast as it is read, until the other side has had enough. */
function flood(socket: Socket, text: string): void {
  const piece = text.repeat(Math.ceil(65_536 / text.length));
  const pump = (): void => {
    while (socket.writable && socket.write(piece));
  };
  socket.on("drain", pump);
  pump();
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("x"), 200);
  socket.on("close", () => clearInterval(timer));
}

const nasty = "\u001b[2J\u0007<script>alert(1)</script>'; drop table findings; --\u202e\u0000";

const good = "127.93.0.1";
const hostile: readonly (readonly [string, Parameters<typeof startBannerServer>[0]])[] = [
  ["127.93.0.2", (socket) => flood(socket, "220 endless ")],
  [
    "127.93.0.3",
    (socket) => socket.once("data", () => flood(socket, "HTTP/1.1 200 OK\r\nX: y\r\n")),
  ],
  ["127.93.0.4", (socket) => drip(socket)],
  ["127.93.0.5", `220 ${nasty}\r\n`],
  [
    "127.93.0.6",
    script([
      [/^GET/, `HTTP/1.1 200 OK\r\nServer: Apache/2.4.51 ${nasty}\r\n\r\n<title>${nasty}</title>`],
    ]),
  ],
  ["127.93.0.7", (socket) => socket.destroy()],
  ["127.93.0.8", () => undefined],
];

test("what hostile services do and say changes nothing but their own hosts' rows", async (t) => {
  const servers = [
    await startBannerServer("SSH-2.0-OpenSSH_7.7p1\r\n", { address: good }),
    ...(await Promise.all(
      hostile.map(([address, serve]) => startBannerServer(serve, { address })),
    )),
  ];
  t.after(() => Promise.all(servers.map((server) => server.close())));
  const installation = await startInstallation(t, { VEDETTE_EMBEDDED_COLLECTOR: "off" });
  await installation.vedette("feeds", "import", feeds);
  await installation.apply(`
tenant: default
sites:
  - { name: lab }
scans:
  - { name: lab, site: lab, type: full, targets: ["127.93.0.1-8"], ports: "${servers.map(({ port }) => port).join()}",
      nmap: false }
`);
  await installation.vedette("scan", "run", "lab", "--tenant", "default", "--wait");
  const client = await installation.client("default", "exposure");
  const text =
    JSON.stringify(await client.get("/findings")) + JSON.stringify(await client.get("/assets"));
  // As JSON writes them: no control characters, nothing that turns the text around.
  assert.ok(!/\\u00[01][0-9a-f]|\\u202e|\u202e/i.test(text));

  const { assets } = await client.get<{ assets: Asset[] }>("/assets");
  assert.deepEqual(
    assets.map(({ ip, openPorts }) => `${ip} ${openPorts.join()}`).toSorted(),
    servers.map(({ port }, i) => `127.93.0.${i + 1} ${port}`),
  );
  const { findings } = await client.get<{ findings: { assetIp: string; cve?: string }[] }>(
    "/findings",
  );
  const ofGood = findings.filter(({ assetIp }) => assetIp === good).map(({ cve }) => cve);
  assert.ok(ofGood.includes("CVE-2018-15473"));
  assert.ok(
    findings.some(({ assetIp, cve }) => assetIp === "127.93.0.6" && cve === "CVE-2021-44790"),
  );
  const { scans } = await client.get<{ scans: { lastError?: string }[] }>("/scans");
  assert.deepEqual(
    scans.map(({ lastError }) => lastError),
    [undefined],
  );
});
