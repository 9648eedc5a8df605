import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { type BannerServer, script, startBannerServer } from "#test/banner-server";
import { type Client, embedded, startInstallation } from "#test/processes";

const feeds = fileURLToPath(new URL("../fixtures/feeds", import.meta.url));

type Serve = Parameters<typeof startBannerServer>[0];

/** A server that says its version, and of which CVEs of the feeds it must be found to have, and must not. */
interface Known {
  readonly serve: Serve;
  readonly has: readonly string[];
  readonly hasNot: readonly string[];
}

const web = (server: string): Serve =>
  script([
    [
      /^(GET|HEAD|OPTIONS) /,
      `HTTP/1.1 200 OK\r\nServer: ${server}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ],
  ]);
const redis = (info: string): Serve =>
  script([
    [/PING/i, "+PONG\r\n"],
    [/INFO/i, `$${info.length}\r\n${info}\r\n`],
  ]);
const mariadb = (version: string): Serve => {
  const body = Buffer.concat([
    Buffer.from([10]),
    Buffer.from(`5.5.5-${version}\0`),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from("12345678\0"),
    Buffer.from([0xff, 0xf7, 45, 2, 0, 0xff, 0x81, 21, ...Array.from({ length: 10 }, () => 0)]),
    Buffer.from("123456789012\0mysql_native_password\0"),
  ]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
};
const ssh = (version: string): Serve => `SSH-2.0-${version}\r\n`;

const known: readonly Known[] = [
  { serve: web("nginx/1.13.2"), has: ["CVE-2017-7529"], hasNot: ["CVE-2010-2263"] },
  { serve: web("nginx/1.13.3"), has: [], hasNot: ["CVE-2017-7529"] },
  { serve: web("nginx/1.16.0"), has: ["CVE-2019-9511"], hasNot: ["CVE-2017-7529"] },
  { serve: web("nginx/1.30.0"), has: ["CVE-2026-40460"], hasNot: ["CVE-2019-9511"] },
  { serve: web("nginx/1.30.1"), has: [], hasNot: ["CVE-2026-40460"] },
  { serve: web("Apache/2.4.38 (Unix)"), has: ["CVE-2019-0211", "CVE-2021-44790"], hasNot: [] },
  { serve: web("Apache/2.4.54 (Unix)"), has: [], hasNot: ["CVE-2021-44790", "CVE-2022-31813"] },
  { serve: web("Apache/2.4.53 (Unix)"), has: ["CVE-2022-31813"], hasNot: ["CVE-2021-44790"] },
  { serve: web("lighttpd/1.4.63"), has: ["CVE-2022-22707"], hasNot: [] },
  { serve: web("lighttpd/1.4.64"), has: [], hasNot: ["CVE-2022-22707"] },
  { serve: ssh("OpenSSH_7.7p1"), has: ["CVE-2018-15473"], hasNot: [] },
  { serve: ssh("OpenSSH_7.8p1"), has: [], hasNot: ["CVE-2018-15473"] },
  { serve: ssh("OpenSSH_9.9p1"), has: ["CVE-2025-26465"], hasNot: ["CVE-2023-51385"] },
  { serve: ssh("OpenSSH_9.9p2"), has: [], hasNot: ["CVE-2025-26465"] },
  { serve: ssh("dropbear_2016.73"), has: ["CVE-2016-7406"], hasNot: [] },
  { serve: ssh("dropbear_2016.74"), has: [], hasNot: ["CVE-2016-7406"] },
  {
    serve: "220 ProFTPD 1.3.5 Server (ProFTPD) [10.0.0.1]\r\n",
    has: ["CVE-2015-3306"],
    hasNot: [],
  },
  {
    serve: "220 ProFTPD 1.3.6 Server (ProFTPD) [10.0.0.1]\r\n",
    has: [],
    hasNot: ["CVE-2015-3306"],
  },
  {
    serve: "220 mail.example.net ESMTP Exim 4.91 Sat, 21 Nov 2026 09:00:00 +0000\r\n",
    has: ["CVE-2019-10149"],
    hasNot: [],
  },
  {
    serve: "220 mail.example.net ESMTP Exim 4.92 Sat, 21 Nov 2026 09:00:00 +0000\r\n",
    has: [],
    hasNot: ["CVE-2019-10149"],
  },
  { serve: mariadb("10.5.8-MariaDB"), has: ["CVE-2021-27928"], hasNot: [] },
  { serve: mariadb("10.5.9-MariaDB"), has: [], hasNot: ["CVE-2021-27928"] },
  {
    serve: redis("# Server\r\nredis_version:7.2.10\r\nos:Linux\r\n"),
    has: ["CVE-2025-49844"],
    hasNot: [],
  },
  {
    serve: redis("# Server\r\nredis_version:7.2.11\r\nos:Linux\r\n"),
    has: [],
    hasNot: ["CVE-2025-49844"],
  },
  {
    serve: redis(
      "# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.1.8\r\n",
    ),
    has: ["CVE-2026-63639"],
    hasNot: ["CVE-2025-49844"],
  },
];

async function findings(
  client: Client,
): Promise<{ assetIp: string; cve?: string; severity: string }[]> {
  return (
    await client.get<{ findings: { assetIp: string; cve?: string; severity: string }[] }>(
      "/findings",
    )
  ).findings;
}

test("servers of known versions have the vulnerabilities of those versions, and no others", async (t) => {
  const servers: BannerServer[] = [];
  const address = (i: number) => `127.92.0.${i + 1}`;
  for (const [i, { serve }] of known.entries()) {
    servers.push(await startBannerServer(serve, { address: address(i) }));
  }
  t.after(() => Promise.all(servers.map((server) => server.close())));
  const installation = await startInstallation(t, embedded.probe);
  await installation.vedette("feeds", "import", feeds);
  const ports = servers.map(({ port }) => port).join(",");
  await installation.apply(`
tenant: default
sites:
  - { name: lab }
scans:
  - { name: lab, site: lab, type: full, targets: ["127.92.0.1-${known.length}"], ports: "${ports}", nmap: false,
      budget: { perHostPerSec: unlimited, perSubnetPerSec: unlimited } }
`);
  await installation.vedette("scan", "run", "lab", "--tenant", "default", "--wait");
  const found = await findings(await installation.client("default", "exposure"));
  const wrong = known.flatMap(({ has, hasNot }, i) => {
    const cves = new Set(
      found.filter(({ assetIp }) => assetIp === address(i)).flatMap(({ cve }) => cve ?? []),
    );
    return [
      ...has.filter((cve) => !cves.has(cve)).map((cve) => `${i}: ${cve} is not found`),
      ...hasNot.filter((cve) => cves.has(cve)).map((cve) => `${i}: ${cve} is found`),
    ];
  });
  assert.deepEqual(wrong, []);
});
