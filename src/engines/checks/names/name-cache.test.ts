import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type DnsReply, startDnsServer } from "../dns-server.ts";
import { createNameCache, NameNotResolved, TargetRefused } from "./index.ts";

interface Rig {
  zone: Record<string, DnsReply>;
  hosts?: string;
  resolvConf?: string;
  permit?: (address: string, host: string) => string | null;
}

async function rig(t: TestContext, options: Rig) {
  const dir = await mkdtemp(join(tmpdir(), "vedette-names-"));
  const files = { hosts: join(dir, "hosts"), resolvConf: join(dir, "resolv.conf") };
  await writeFile(files.hosts, options.hosts ?? "");
  await writeFile(files.resolvConf, options.resolvConf ?? "");
  const server = await startDnsServer(
    (name, type) => options.zone[`${name} ${type}`] ?? options.zone[name] ?? { rcode: "NXDOMAIN" },
  );
  const clock = { ms: 1_000_000 };
  const names = createNameCache({
    permit: options.permit ?? (() => null),
    now: () => clock.ms,
    servers: [server.address],
    files,
  });
  t.after(async () => {
    names.close();
    await server.close();
    await rm(dir, { recursive: true });
  });
  return { names, server, clock, files, zone: options.zone };
}

const a = (address: string, ttlSec = 60): DnsReply => ({ addresses: [address], ttlSec });
const empty: DnsReply = { addresses: [], ttlSec: 0 };

test("literals need no DNS, in every form", async (t) => {
  const { names, server } = await rig(t, { zone: {} });
  for (const [host, address, family] of [
    ["10.0.0.1", "10.0.0.1", 4],
    ["::1", "::1", 6],
    ["[2001:db8::7]", "2001:db8::7", 6],
    ["fe80::1%eth0", "fe80::1%eth0", 6],
    ["::ffff:10.0.0.1", "10.0.0.1", 4],
    ["::ffff:0a00:0001", "10.0.0.1", 4],
  ] as const) {
    assert.deepEqual(await names.resolve(host, undefined, 100), { address, family });
    assert.deepEqual(names.known(host, undefined), { address, family });
  }
  await assert.rejects(names.resolve("10.0.0.1", 6, 100), /IPv4 address, but IPv6 is asked for/);
  assert.deepEqual(server.questions, []);
});

test("an answer is kept as long as its TTL says, at least 1 s and at most 1 h", async (t) => {
  const { names, server, clock } = await rig(t, {
    zone: {
      "x.test A": a("10.0.0.1", 30),
      "zero.test A": a("10.0.0.2", 0),
      "long.test A": a("10.0.0.3", 999_999),
    },
  });
  const asksAfter = async (name: string, ms: number): Promise<number> => {
    const before = server.questions.length;
    clock.ms += ms;
    await names.resolve(name, 4, 1000);
    return server.questions.length - before;
  };
  for (const [name, ttlMs] of [
    ["x.test", 30_000],
    ["zero.test", 1000],
    ["long.test", 3_600_000],
  ] as const) {
    assert.equal(await asksAfter(name, 0), 1, name);
    assert.equal(await asksAfter(name, ttlMs - 1), 0, name);
    assert.notEqual(names.known(name, 4), null);
    clock.ms += 1;
    assert.equal(names.known(name, 4), null, "a stale answer is not known");
    assert.equal(await asksAfter(name, 0), 1, name);
  }
});

test("IPv4 is preferred, IPv6 the fallback, a family asked for is kept", async (t) => {
  const { names } = await rig(t, {
    zone: {
      "both.test A": a("10.0.0.1"),
      "both.test AAAA": a("2001:db8::1"),
      "six.test A": empty,
      "six.test AAAA": a("2001:db8::2"),
    },
  });
  assert.equal((await names.resolve("both.test", undefined, 1000)).address, "10.0.0.1");
  assert.equal((await names.resolve("both.test", 6, 1000)).address, "2001:db8::1");
  assert.equal((await names.resolve("six.test", undefined, 1000)).address, "2001:db8::2");
  await assert.rejects(names.resolve("six.test", 4, 1000), {
    message: 'DNS: no address for "six.test" (no address records)',
  });
});

test("a thousand who ask for one name at once are one query", async (t) => {
  const { names, server } = await rig(t, { zone: { "x.test A": a("10.0.0.1") } });
  const all = await Promise.all(
    Array.from({ length: 1000 }, () => names.resolve("x.test", 4, 1000)),
  );
  assert.ok(all.every(({ address }) => address === "10.0.0.1"));
  assert.deepEqual(server.questions, ["x.test A"]);
});

test("no such name is called that, and asked again after 5 s", async (t) => {
  const { names, clock, zone, server } = await rig(t, { zone: {} });
  const unknown = { name: "NameNotResolved", message: 'DNS: no address for "x.test" (NXDOMAIN)' };
  await assert.rejects(names.resolve("x.test", undefined, 1000), unknown);
  zone["x.test A"] = a("10.0.0.1");
  clock.ms += 4999;
  assert.throws(() => names.known("x.test", undefined), unknown);
  assert.deepEqual(server.questions, ["x.test A"], "NXDOMAIN holds for AAAA, too");
  clock.ms += 1;
  assert.equal((await names.resolve("x.test", undefined, 1000)).address, "10.0.0.1");
});

test("a silent resolver is named within the time given, and others still get its late answer", async (t) => {
  const { names, server } = await rig(t, { zone: { "x.test A": "silence" } });
  const startedAt = performance.now();
  await assert.rejects(names.resolve("x.test", 4, 50), (error: Error) => {
    assert.ok(error instanceof NameNotResolved);
    assert.equal(error.message, 'DNS: resolver did not answer within 0.05 s (asked for "x.test")');
    return true;
  });
  assert.ok(performance.now() - startedAt < 1000);
  assert.equal(server.questions.length, 1);
});

test("an outage of DNS is bridged for two minutes and then called DNS", async (t) => {
  const { names, clock, zone } = await rig(t, { zone: { "x.test A": a("10.0.0.1", 30) } });
  await names.resolve("x.test", 4, 1000);
  zone["x.test A"] = { rcode: "SERVFAIL" };
  clock.ms += 30_000;
  assert.equal((await names.resolve("x.test", 4, 1000)).address, "10.0.0.1");
  clock.ms += 119_999;
  assert.equal((await names.resolve("x.test", 4, 1000)).address, "10.0.0.1");
  clock.ms += 5000;
  await assert.rejects(
    names.resolve("x.test", 4, 1000),
    /^NameNotResolved: DNS: resolver .* answered SERVFAIL/,
  );
});

test("a name that DNS says is gone is gone at once", async (t) => {
  const { names, clock, zone } = await rig(t, { zone: { "x.test A": a("10.0.0.1", 30) } });
  await names.resolve("x.test", 4, 1000);
  delete zone["x.test A"];
  clock.ms += 30_000;
  await assert.rejects(names.resolve("x.test", 4, 1000), /NXDOMAIN/);
});

test("the hosts file comes first and is read again when it changes", async (t) => {
  const { names, clock, files, server } = await rig(t, {
    zone: { "db.test AAAA": a("2001:db8::9") },
    hosts: "10.1.1.1 DB.test db # the database\n",
  });
  assert.equal((await names.resolve("Db.Test", undefined, 1000)).address, "10.1.1.1");
  assert.equal(names.known("db", undefined)?.address, "10.1.1.1");
  assert.equal((await names.resolve("db.test", 6, 1000)).address, "2001:db8::9");
  await writeFile(files.hosts, "10.2.2.22 db.test\n");
  clock.ms += 5000;
  assert.equal((await names.resolve("db.test", undefined, 1000)).address, "10.2.2.22");
  assert.deepEqual(server.questions, ["db.test AAAA"]);
});

test("localhost is this machine, whatever the hosts file lacks", async (t) => {
  const { names } = await rig(t, { zone: { "localhost A": a("10.6.6.6") } });
  assert.equal((await names.resolve("localhost", undefined, 1000)).address, "127.0.0.1");
  assert.equal((await names.resolve("web.localhost", 6, 1000)).address, "::1");
});

test("short names try the search domains, as resolv.conf says", async (t) => {
  const { names, server } = await rig(t, {
    zone: { "sw1.lab.test A": a("10.0.0.1"), "a.b A": a("10.0.0.2") },
    resolvConf: "search corp.test lab.test.\noptions timeout:1 ndots:1\n",
  });
  assert.equal((await names.resolve("sw1", undefined, 1000)).address, "10.0.0.1");
  assert.equal((await names.resolve("a.b", undefined, 1000)).address, "10.0.0.2");
  await assert.rejects(names.resolve("sw1.", undefined, 1000), /no address for "sw1\."/);
  assert.deepEqual(server.questions, ["sw1.corp.test A", "sw1.lab.test A", "a.b A", "sw1 A"]);
});

test("every address is put before the rule: literal, resolved, rebound, mapped, zoned", async (t) => {
  const asked: string[] = [];
  const { names, clock, zone } = await rig(t, {
    zone: {
      "x.test A": a("10.0.0.1", 1),
      "two.test A": { addresses: ["169.254.169.254", "10.0.0.5"], ttlSec: 60 },
    },
    permit: (address, host) => {
      asked.push(`${address} ${host}`);
      return address.startsWith("169.254.") ? "cloud metadata" : null;
    },
  });
  assert.equal((await names.resolve("x.test", 4, 1000)).address, "10.0.0.1");
  assert.equal(names.known("x.test", 4)?.address, "10.0.0.1");
  zone["x.test A"] = a("169.254.169.254", 60);
  clock.ms += 1000;
  const rebound = {
    name: "TargetRefused",
    message: "x.test has the address 169.254.169.254, refused as a target: cloud metadata",
  };
  await assert.rejects(names.resolve("x.test", 4, 1000), rebound);
  assert.throws(() => names.known("x.test", 4), rebound);
  for (const host of ["169.254.169.254", "::ffff:169.254.169.254", "[::ffff:a9fe:a9fe]"]) {
    await assert.rejects(names.resolve(host, undefined, 1000), TargetRefused, host);
  }
  await names.resolve("fe80::1%eth0", undefined, 1000);
  assert.equal((await names.resolve("two.test", 4, 1000)).address, "10.0.0.5");
  assert.deepEqual(asked.slice(0, 2), ["10.0.0.1 x.test", "10.0.0.1 x.test"]);
  assert.ok(asked.includes("fe80::1 fe80::1%eth0"));
});

test("what is no name is refused without asking anybody", async (t) => {
  const { names, server } = await rig(t, { zone: {} });
  for (const host of [
    "",
    " ",
    "a b",
    "a..b",
    "x\n.test",
    "-\u0000",
    "a".repeat(64),
    `${"a.".repeat(130)}a`,
    "x/../y",
    "127.1:80",
  ]) {
    await assert.rejects(
      names.resolve(host, undefined, 1000),
      NameNotResolved,
      JSON.stringify(host),
    );
  }
  assert.deepEqual(server.questions, []);
});

test("names outside ASCII are asked for as Punycode", async (t) => {
  const { names } = await rig(t, { zone: { "xn--bcher-kva.test A": a("10.0.0.1") } });
  assert.equal((await names.resolve("Bücher.test", undefined, 1000)).address, "10.0.0.1");
});

test("after close nothing is under way, and waiting callers are told", async (t) => {
  const { names } = await rig(t, { zone: { "x.test A": "silence" } });
  const waiting = assert.rejects(names.resolve("x.test", 4, 10_000), /the lookup was stopped/);
  setImmediate(() => names.close());
  await waiting;
  await assert.rejects(names.resolve("x.test", 4, 1000), NameNotResolved);
});
