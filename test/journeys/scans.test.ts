import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { distantSchedule } from "#test/distant-times";
import { embedded, patienceMs, runVedette, startInstallation, startVedette } from "#test/processes";
import { until } from "#test/until";

/** A port of an address that takes connections and says a greeting. */
async function startTarget(t: { after(cleanUp: () => unknown): void }, host: string) {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.end("220 hello\r\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, resolve);
  });
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const tenant = ["--tenant", "default"];

test("scans are run, watched, stopped and looked at from the command line", async (t) => {
  const installation = await startInstallation(t, embedded.probe);
  const port = await startTarget(t, "127.91.0.1");
  const scheduledPort = await startTarget(t, "127.91.0.2");
  const slow = "budget: { perHostPerSec: 2 }";
  await installation.apply(`
tenant: default
sites: [{ name: lab, subnets: [127.91.0.0/24] }]
scans:
  - { name: quick, site: lab, type: ports, targets: [127.91.0.1], ports: "${port}", schedule: "${distantSchedule}" }
  - { name: slow, site: lab, type: ports, targets: [127.91.0.1], ports: "1-2000", ${slow} }
  - { name: no such host, site: lab, type: ports, targets: [host.invalid], ports: "80" }
  - { name: often, site: lab, type: ports, targets: [127.91.0.2], ports: "${scheduledPort}", schedule: "* * * * *" }
`);

  await t.test(
    "run --wait shows how far it is on stderr, and in the end what it found",
    async () => {
      const args = ["scan", "run", "quick", ...tenant, "--wait"];
      const { code, stdout, stderr } = await runVedette(args, installation.env);
      assert.equal(code, 0, stderr);
      const lines = stdout.split("\n");
      assert.match(lines[0] ?? "", /^quick: completed after \d+s$/);
      assert.equal(lines[1], "hosts: 1 up, 0 down, 0 skipped, 0 dropped");
      assert.equal(lines[2], "open ports: 1");
    },
  );

  await t.test(
    "list and show tell when it ran, when it is due, and what became of it",
    async () => {
      const list = await installation.vedette("scan", "list", ...tenant, "--json");
      const scans = JSON.parse(list) as Record<string, unknown>[];
      const quick = scans.find(({ name }) => name === "quick") ?? assert.fail();
      assert.equal(quick["latestRunState"], "completed");
      assert.equal(quick["lastError"], null);
      assert.ok(Number(quick["lastRunAt"]) >= Number(quick["lastAttemptAt"]));
      assert.ok(Number(quick["nextRunAt"]) > Date.now());
      const table = await installation.vedette("scan", "list", ...tenant);
      assert.match(table, /^NAME .*SITE/);
      assert.match(table, /quick +lab +embedded +ports +0 \d+ \* \* \* \(UTC\) +completed/);
      const shown = await installation.vedette("scan", "show", "quick", ...tenant);
      assert.match(shown, /hosts: 1 up/);
      assert.match(shown, /asked for: .* UTC by \S+@\S+/);
    },
  );

  await t.test(
    "a scan that cannot be carried out fails with the reason, on stderr and in the list",
    async () => {
      const args = ["scan", "run", "no such host", ...tenant, "--wait"];
      const { code, stderr } = await runVedette(args, installation.env);
      assert.equal(code, 1);
      assert.match(stderr, /^vedette: .*host\.invalid/m);
      const list = await installation.vedette("scan", "list", ...tenant, "--json");
      const failed = (JSON.parse(list) as Record<string, unknown>[]).find(
        ({ name }) => name === "no such host",
      );
      assert.match(String(failed?.["lastError"]), /host\.invalid/);
    },
  );

  await t.test("Ctrl-C leaves the run going and says how to stop it; stop stops it", async () => {
    const watching = startVedette(["scan", "run", "slow", ...tenant, "--wait"], installation.env);
    let said = "";
    watching.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const isUnderWay = () => said.includes("slow: ");
    await until(isUnderWay, { what: "progress is shown", timeoutMs: patienceMs });
    const show = async () => {
      const args = ["scan", "show", "slow", ...tenant, "--json"];
      return JSON.parse(await installation.vedette(...args)) as { run: { state: string } };
    };
    const isRunning = async () => (await show()).run.state === "running";
    await until(isRunning, { what: "its probe has taken it", timeoutMs: patienceMs });
    const ended = new Promise<number | null>((resolve) => watching.once("close", resolve));
    watching.kill("SIGINT");
    assert.equal(await ended, 1);
    assert.match(
      said,
      /goes on without being watched; vedette scan stop "slow" --tenant "default" stops it/,
    );
    assert.equal((await show()).run.state, "running");
    const again = await runVedette(["scan", "run", "slow", ...tenant], installation.env);
    assert.match(again.stderr, /open already/);
    assert.match(
      await installation.vedette("scan", "stop", "slow", ...tenant),
      /it stops as soon as/,
    );
    const isStopped = async () => (await show()).run.state === "stopped";
    await until(isStopped, { what: "it has stopped", timeoutMs: patienceMs });
    const idle = await runVedette(["scan", "stop", "slow", ...tenant], installation.env);
    assert.deepEqual([idle.code, idle.stderr], [1, 'vedette: No run of "slow" is under way.\n']);
  });

  await t.test("a scan that is not there is answered with those that are", async () => {
    const { code, stderr } = await runVedette(["scan", "run", "x", ...tenant], installation.env);
    assert.equal(code, 1);
    assert.match(stderr, /has no scan named "x": it has no such host, often, quick, slow\./);
  });

  // Last: its minute has come meanwhile.
  await t.test("a schedule starts scans by itself", async () => {
    const client = await installation.client("default", "exposure");
    await until(
      async () => {
        const { scans } = await client.get<{ scans: { name: string; lastRunAt?: number }[] }>(
          "/scans",
        );
        return scans.find(({ name }) => name === "often")?.lastRunAt;
      },
      { what: "the minute came and the scan ran", timeoutMs: 60_000 + patienceMs },
    );
    const { assets } = await client.get<{ assets: { ip: string; openPorts: number[] }[] }>(
      "/assets",
    );
    const found = assets.find(({ ip }) => ip === "127.91.0.2");
    assert.deepEqual(found?.openPorts, [scheduledPort]);
  });
});
