import assert from "node:assert/strict";
import { chownSync, globSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { identifyPort } from "#test/identify";
import { freePort } from "#test/processes";
import { debianVersion, run, startService, workDirectory } from "#test/real-service";

test("Redis is named with its version where it is open, and recognised where it asks for a password", async (t) => {
  const [open, closed] = [await freePort(), await freePort()];
  const dir = workDirectory(t, "redis");
  const args = (port: number): string[] => [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--dir",
    dir,
    "--save",
    "",
  ];
  await startService(t, { command: "redis-server", args: args(open), ports: [open] });
  const locked = [...args(closed), "--requirepass", "not-for-scanners"];
  await startService(t, { command: "redis-server", args: locked, ports: [closed] });
  const { upstream } = debianVersion("redis-server");
  const [openFacts, closedFacts] = await Promise.all([identifyPort(open), identifyPort(closed)]);
  assert.partialDeepStrictEqual(openFacts, {
    name: "redis",
    product: "Redis",
    version: upstream,
    cpes: [`cpe:2.3:a:redis:redis:${upstream}:*:*:*:*:*:*:*`],
    observations: ["open_access"],
    unsettled: false,
  });
  assert.partialDeepStrictEqual(closedFacts, { name: "redis", product: "Redis", unsettled: false });
  assert.deepEqual(closedFacts.observations, []);
  assert.equal(closedFacts.version, undefined);
});

test("memcached is named with its version, and is open", async (t) => {
  const port = await freePort();
  const args = ["-l", "127.0.0.1", "-p", String(port), "-U", "0", "-u", "nobody"];
  await startService(t, { command: "memcached", args, ports: [port] });
  const { upstream } = debianVersion("memcached");
  assert.partialDeepStrictEqual(await identifyPort(port), {
    name: "memcached",
    product: "memcached",
    version: upstream,
    cpes: [`cpe:2.3:a:memcached:memcached:${upstream}:*:*:*:*:*:*:*`],
    observations: ["open_access"],
  });
});

test("PostgreSQL tells its version only to those whom it lets in", async (t) => {
  const bin = dirname(globSync("/usr/lib/postgresql/*/bin/postgres").at(-1) ?? "");
  const dir = workDirectory(t, "postgres");
  chownSync(dir, ownerOf("-u"), ownerOf("-g"));
  const data = join(dir, "data");
  run(join(bin, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres", "-N"], "postgres");
  const start = async (port: number, hba: string): Promise<void> => {
    writeFileSync(join(data, "pg_hba.conf"), hba);
    const settings = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-k", dir];
    const args = ["-D", data, "-p", String(port), ...settings];
    await startService(t, {
      command: join(bin, "postgres"),
      args,
      ports: [port],
      user: "postgres",
    });
  };
  const open = await freePort();
  await start(open, "host all all 127.0.0.1/32 trust\n");
  const told = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8" }).stdout;
  const version = /(\d+(?:\.\d+)+) \(Debian ([^)]+)\)/.exec(told);
  const facts = await identifyPort(open);
  assert.partialDeepStrictEqual(facts, {
    name: "postgresql",
    product: "PostgreSQL",
    version: version?.[1],
    cpes: [`cpe:2.3:a:postgresql:postgresql:${version?.[1]}:*:*:*:*:*:*:*`],
    package: { distribution: "debian", version: version?.[2] },
    observations: ["open_access"],
    unsettled: false,
  });
});

test("PostgreSQL that wants a password is recognised, without a version and without blame", async (t) => {
  const bin = dirname(globSync("/usr/lib/postgresql/*/bin/postgres").at(-1) ?? "");
  const dir = workDirectory(t, "postgres");
  chownSync(dir, ownerOf("-u"), ownerOf("-g"));
  const data = join(dir, "data");
  run(
    join(bin, "initdb"),
    ["-D", data, "-A", "scram-sha-256", "--auth-local=trust", "-N"],
    "postgres",
  );
  const port = await freePort();
  const settings = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-k", dir];
  const args = ["-D", data, "-p", String(port), ...settings];
  await startService(t, { command: join(bin, "postgres"), args, ports: [port], user: "postgres" });
  const facts = await identifyPort(port);
  assert.partialDeepStrictEqual(facts, {
    name: "postgresql",
    cpes: ["cpe:2.3:a:postgresql:postgresql:*:*:*:*:*:*:*:*"],
    extraInfo: "no TLS",
    unsettled: false,
  });
  assert.deepEqual(facts.observations, []);
});

test("MariaDB is named with Debian's package", async (t) => {
  const dir = workDirectory(t, "mariadb");
  const port = await freePort();
  const data = join(dir, "data");
  // The tests may be root, which it must be told to accept.
  const own = process.getuid?.() === 0 ? ["--user=root"] : [];
  run("mariadb-install-db", ["--no-defaults", `--datadir=${data}`, "--skip-test-db", ...own]);
  const files = [`--datadir=${data}`, `--socket=${dir}/socket`, `--pid-file=${dir}/pid`];
  const args = ["--no-defaults", ...files, `--port=${port}`, "--bind-address=127.0.0.1", ...own];
  await startService(t, { command: "mariadbd", args, ports: [port] });
  const { upstream, noEpoch } = debianVersion("mariadb-server-core");
  assert.partialDeepStrictEqual(await identifyPort(port), {
    name: "mysql",
    product: "MariaDB",
    version: upstream,
    cpes: [`cpe:2.3:a:mariadb:mariadb:${upstream}:*:*:*:*:*:*:*`],
    package: { distribution: "debian", version: noEpoch },
    unsettled: false,
  });
});

function ownerOf(option: "-u" | "-g"): number {
  return Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
}
