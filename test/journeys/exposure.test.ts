import assert from "node:assert/strict";
import { type Server, createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { type Client, embedded, patienceMs, startInstallation } from "#test/processes";
import { until } from "#test/until";

const feeds = fileURLToPath(new URL("../fixtures/feeds", import.meta.url));

interface Finding {
  readonly id: string;
  readonly assetIp: string;
  readonly port?: number;
  readonly cve?: string;
  readonly title: string;
  readonly severity: string;
  readonly cvssScore?: number;
  readonly epssScore?: number;
  readonly kev: boolean;
  readonly remediationStatus: string;
  readonly firstSeenAt: number;
}

const apacheHost = "127.90.0.1";
const sshHost = "127.90.0.2";
const rangeOfHosts = "127.90.0.0/29";

/** A web server of a version, and an SSH server that says no more than its banner. */
async function startHosts(t: { after(cleanUp: () => unknown): void }, apachePort: number) {
  const said = { apache: "Apache/2.4.51", ssh: "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u7" };
  const web = createHttpServer((_request, response) => {
    response.setHeader("server", said.apache);
    response.end("<title>Welcome</title>");
  });
  const ssh = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.write(`${said.ssh}\r\n`);
  });
  const listening = (
    server: Server | ReturnType<typeof createServer>,
    port: number,
    host: string,
  ) =>
    new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
    });
  const webPort = await listening(web, apachePort, apacheHost);
  const sshPort = await listening(ssh, 0, sshHost);
  t.after(() => {
    web.closeAllConnections();
    web.close();
    ssh.close();
  });
  return { said, web, webPort, sshPort, listenAgain: () => listening(web, webPort, apacheHost) };
}

async function open(client: Client): Promise<Finding[]> {
  return (await client.get<{ findings: Finding[] }>("/findings")).findings;
}

const aboutCve = (findings: Finding[], cve: string) => findings.filter((one) => one.cve === cve);

test("hosts are scanned from the command line, and findings live as people and scans say", async (t) => {
  const installation = await startInstallation(t, embedded.probe);
  const hosts = await startHosts(t, 0);
  await installation.vedette("feeds", "import", feeds);
  await installation.apply(`
tenant: default
sites:
  - { name: lab, subnets: [${rangeOfHosts}] }
scans:
  - { name: lab, site: lab, type: full, targets: [${apacheHost}, ${sshHost}], ports: "${hosts.webPort},${hosts.sshPort}", nmap: false }
`);
  const scan = () => installation.vedette("scan", "run", "lab", "--tenant", "default", "--wait");
  const client = await installation.client("default", "exposure");
  const cve = "CVE-2021-44790";
  const sshCve = "CVE-2025-26465";

  await t.test("a vulnerable version is found, with what the feeds say of it", async () => {
    const said = await scan();
    assert.match(said, /2 .*up/);
    const [found, ...more] = aboutCve(await open(client), cve);
    assert.ok(found !== undefined && more.length === 0);
    assert.deepEqual(
      [found.assetIp, found.port, found.severity, found.cvssScore, found.kev],
      [apacheHost, hosts.webPort, "CRITICAL", 9.8, false],
    );
    assert.ok((found.epssScore ?? 0) > 0);
    const { assets } = await client.get<{ assets: { ip: string; openPorts: number[] }[] }>(
      "/assets",
    );
    assert.deepEqual(assets.map(({ ip, openPorts }) => `${ip} ${openPorts.join()}`).toSorted(), [
      `${apacheHost} ${hosts.webPort}`,
      `${sshHost} ${hosts.sshPort}`,
    ]);
  });

  await t.test("a version that is fixed by Debian's revision is not found", async () => {
    const here = (await open(client)).filter(({ assetIp }) => assetIp === sshHost);
    assert.deepEqual(aboutCve(here, sshCve), []);
    hosts.said.ssh = "SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u1";
    await scan();
    assert.equal(aboutCve(await open(client), sshCve).length, 1);
  });

  const acceptedUntil = Date.now() + 10_000;
  await t.test("what is accepted until a moment is not open", async () => {
    const [found] = aboutCve(await open(client), sshCve);
    assert.ok(found !== undefined);
    const decided = { status: "accepted", acceptedUntil };
    assert.equal((await client.call("POST", `/findings/${found.id}/status`, decided)).status, 200);
    assert.deepEqual(aboutCve(await open(client), sshCve), []);
  });

  await t.test("a false positive stays one over rescans", async () => {
    const [found] = aboutCve(await open(client), cve);
    assert.ok(found !== undefined);
    const change = { status: "false_positive", notes: "the module is not loaded" };
    const reply = await client.call("POST", `/findings/${found.id}/status`, change);
    assert.deepEqual(reply, {
      status: 200,
      body: { ok: true, id: found.id, status: "false_positive" },
    });
    await scan();
    assert.deepEqual(aboutCve(await open(client), cve), []);
    await client.call("POST", `/findings/${found.id}/status`, { status: "open" });
    assert.equal(aboutCve(await open(client), cve).length, 1);
  });

  await t.test(
    "updated, it is resolved; back again, it is the same finding, reopened",
    async () => {
      const [before] = aboutCve(await open(client), cve);
      hosts.said.apache = "Apache/2.4.66";
      await scan();
      assert.deepEqual(aboutCve(await open(client), cve), []);
      hosts.said.apache = "Apache/2.4.51";
      await scan();
      const [back] = aboutCve(await open(client), cve);
      assert.deepEqual([back?.id, back?.firstSeenAt], [before?.id, before?.firstSeenAt]);
    },
  );

  await t.test(
    "a host that is away keeps its findings, and a port that is closed loses them",
    async () => {
      const count = aboutCve(await open(client), cve).length;
      assert.equal(count, 1);
      hosts.web.closeAllConnections();
      await new Promise((resolve) => hosts.web.close(resolve));
      await scan();
      assert.deepEqual(aboutCve(await open(client), cve), []);
    },
  );

  // Now, for it takes half a minute: other tests passed meanwhile.
  await t.test("what was accepted until a moment is open again after it", async () => {
    await until(async () => aboutCve(await open(client), sshCve)[0], {
      what: "the finding is open again",
      timeoutMs: 2 * patienceMs,
    });
    assert.ok(Date.now() >= acceptedUntil);
  });

  await t.test("the scan says when it ran, and that all went well", async () => {
    const { scans } = await client.get<{ scans: Record<string, unknown>[] }>("/scans");
    const [only] = scans;
    assert.ok(scans.length === 1 && only !== undefined);
    assert.equal(only["lastError"], undefined);
    assert.ok(typeof only["lastRunAt"] === "number" && typeof only["lastAttemptAt"] === "number");
  });
});
