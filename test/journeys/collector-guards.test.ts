import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { endAfter } from "#test/clean-up";
import { readHistory } from "#test/history";
import { enterOwnNetwork } from "#test/own-network";
import { embedded, endProcess, patienceMs, startInstallation } from "#test/processes";
import { root } from "#test/source-files";
import { until } from "#test/until";

// So that no interface comes and goes under tests that run beside these: a browser gives up what it is loading.
enterOwnNetwork();
const ip = (...args: string[]) => execFileSync("ip", args);

test("a site's cable is pulled: its sensors keep their states, and history says that nothing was learnt", async (t) => {
  const site = `vdu${process.pid % 100_000}`;
  ip("netns", "add", site);
  t.after(() => void ip("netns", "del", site));
  ip("link", "add", `${site}a`, "type", "veth", "peer", "name", "uplink", "netns", site);
  ip("addr", "add", "198.51.100.1/30", "dev", `${site}a`);
  ip("link", "set", `${site}a`, "up");
  for (const command of [
    "addr add 198.51.100.2/30 dev uplink",
    "link set uplink up",
    "route add default via 198.51.100.1",
  ]) {
    ip("-n", site, ...command.split(" "));
  }

  const vedette = await startInstallation(t, {
    ...embedded.none,
    VEDETTE_HOST: "0.0.0.0",
  });
  const token = (
    await vedette.vedette("collector", "create", "site", "--tenant", "default")
  ).trim();
  const directory = await mkdtemp(join(tmpdir(), "vedette-collector-"));
  const main = join(root, "src/processes/collector/main.ts");
  const server = `http://198.51.100.1:${vedette.port}`;
  const args = [process.execPath, main, "--data-dir", directory, "--server", server];
  const collector = spawn("ip", ["netns", "exec", site, ...args, "--token", token], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  collector.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  endAfter(t, async () => {
    await endProcess(collector);
    await rm(directory, { recursive: true });
  });
  const names = Array.from({ length: 6 }, (_, n) => `host-${n}`);
  const sensors = names.map(
    (name) =>
      `  - { name: ${name}, type: icmp, target: 198.51.100.1, intervalSec: 1, icmp: { packets: 1 }, collector: site }`,
  );
  await vedette.apply(`tenant: default\nsensors:\n${sensors.join("\n")}\n`);
  const api = await vedette.client();
  for (const name of names) await api.reaches(name, "up");
  const metAt = Date.now();
  await until(() => Date.now() > metAt + 7000, { what: "the gateway is met", timeoutMs: 10_000 });

  ip("link", "set", `${site}a`, "down");
  const cutAt = Date.now();
  await until(() => /because of the uplink/.test(log), {
    what: "the collector finds its uplink broken",
    timeoutMs: patienceMs,
  });
  await until(() => Date.now() > cutAt + 10_000, { what: "ten seconds", timeoutMs: 20_000 });
  const backAt = Date.now();
  ip("link", "set", `${site}a`, "up");
  const history = await until(
    async () => {
      const all = await readHistory(vedette);
      return all.some(({ at, ok }) => at > backAt && ok === true) ? all : null;
    },
    { what: "good results again", timeoutMs: patienceMs },
  );

  // A check that was under way when the cable came back may have been answered after all.
  const meanwhile = history.filter(({ at }) => at > cutAt + 3000 && at < backAt - 1000);
  assert.deepEqual(new Set(meanwhile.map(({ sensor }) => sensor)), new Set(names));
  assert.deepEqual(new Set(meanwhile.map(({ ok }) => ok)), new Set([null]));
  assert.deepEqual(await api.incidents(), []);
  for (const sensor of await api.sensors()) assert.equal(sensor.state, "up");
  assert.match(log, /the uplink is whole again/);
});

test("cloud metadata is never asked, and a collector asks only what its lists allow", async (t) => {
  const vedette = await startInstallation(t, embedded.collector);
  const port = String(vedette.port);
  await vedette.apply(`
tenant: default
sensors:
  - { name: metadata, type: http, target: "http://169.254.169.254/latest/meta-data/", intervalSec: 1 }
  - { name: self, type: tcp, target: "127.0.0.1:${port}", intervalSec: 1 }
`);
  const api = await vedette.client();
  assert.match((await api.reaches("metadata", "down")).cause ?? "", /cloud's metadata/);
  await api.reaches("self", "up");
});
