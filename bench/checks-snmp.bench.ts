/** How many SNMP checks and walks one core makes: `node bench/checks-snmp.bench.ts [--sec N] [--runs N] [--concurrency N]`. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { SpecOf } from "#engines/check-types";
import { createNameCache } from "../src/engines/checks/names/index.ts";
import { oid } from "../src/engines/checks/snmp/codec/oid.ts";
import { createSnmpEngine } from "../src/engines/checks/snmp/index.ts";
import { startOf, walk } from "../src/engines/checks/snmp/session/walk.ts";
import { SnmpSessions } from "../src/engines/checks/snmp/snmp-sessions.ts";
import { benchOptions, measure, median, pinToFirstCore } from "./support/measure.ts";
import { startSwitches } from "./support/snmp-agent.ts";

const cores = pinToFirstCore();
const options = benchOptions({ seconds: 8, runs: 3, concurrency: 32 });
const switches = await startSwitches(64);
const names = createNameCache({ permit: () => null });
const engine = createSnmpEngine({ names });
const sessions = new SnmpSessions(names);
const community = { version: "2c", community: "public" } as const;
const tables = [oid("1.3.6.1.2.1.2.2"), oid("1.3.6.1.2.1.31.1.1")];
const where = `${switches.addresses.length} simulated 48-port switches on another core, v2c`;

async function run(
  work: string,
  unit: string,
  notes: string,
  ask: (target: string) => Promise<boolean>,
): Promise<void> {
  let next = 0;
  const once = (): Promise<boolean> => {
    const address = switches.addresses[next++ % switches.addresses.length];
    return ask(`${address}:${switches.port}`);
  };
  await measure({ work, unit, ...options, once, notes: `${where}; ${notes}` }, cores);
}

function spec(target: string, interfaces: string[], host: string[]): SpecOf<"snmp"> {
  return { type: "snmp", target, snmp: community, interfaces, host };
}

async function walkTables(target: string): Promise<boolean> {
  let varbinds = 0;
  const asked = { target, address: null, timeoutMs: 5000 };
  await sessions.with(asked, community, ({ conversation }) =>
    walk(conversation, {
      cursors: startOf(tables),
      maxRows: 10_000,
      visit: () => varbinds++,
    }),
  );
  return varbinds === switches.varbinds;
}

/** The same walk by net-snmp: a process per table, 16 at a time on this core. CPU is that of the children. */
function peerWalk(): void {
  const devices = Math.max(16, Math.round(options.seconds * 80));
  const runs = Array.from({ length: options.runs }, () => {
    const before = childrenCpuSec();
    const startedAt = performance.now();
    const lines = bulkWalks(devices);
    const rate = devices / ((performance.now() - startedAt) / 1000);
    const failed = lines === devices * switches.varbinds ? 0 : 1;
    return { rate, perCpuSecond: devices / (childrenCpuSec() - before), failed };
  });
  const { stderr } = spawnSync("snmpbulkwalk", ["-V"], { encoding: "utf8" });
  const row = {
    peer: "net-snmp snmpbulkwalk",
    version: /[0-9][0-9.]*/.exec(stderr)?.[0],
    work: "snmp walk of ifTable and ifXTable",
    cores,
    unit: "device",
    rate: Math.round(median(runs.map(({ rate }) => rate))),
    perCpuSecond: Math.round(median(runs.map(({ perCpuSecond }) => perCpuSecond))),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
    runs: runs.map(({ rate }) => Math.round(rate)),
    notes: `${where}; xargs -P16, two processes per device, -Cr25, no MIBs`,
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** The lines that all the walks print: one for each varbind. */
function bulkWalks(devices: number): number {
  const jobs = Array.from({ length: devices }, (_, device) => {
    const target = `${switches.addresses[device % switches.addresses.length]}:${switches.port}`;
    return `${target} .1.3.6.1.2.1.2.2\n${target} .1.3.6.1.2.1.31.1.1\n`;
  });
  const command = "xargs -P16 -L1 snmpbulkwalk -v2c -c public -m '' -On -Oq -Cr25 -t2 | wc -l";
  const { stdout } = spawnSync("sh", ["-c", command], { input: jobs.join(""), encoding: "utf8" });
  return Number(stdout);
}

/** User and system time of the children that have ended (proc(5): cutime and cstime, in ticks of 10 ms). */
function childrenCpuSec(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

try {
  await run(
    "snmp GET of 3 objects",
    "check",
    "a whole check: sensor for uptime",
    async (target) => {
      return (await engine.check(spec(target, [], ["uptime"]), { timeoutMs: 5000 })).ok;
    },
  );
  const all = Array.from({ length: 48 }, (_, index) => `Gi0/${index + 1}`);
  await run(
    "snmp walk of ifTable and ifXTable",
    "device",
    "1,968 varbinds, all decoded",
    walkTables,
  );
  await run("snmp check of 48 interfaces", "check", "by name, with rates", async (target) => {
    return (await engine.check(spec(target, all, []), { timeoutMs: 5000 })).ok;
  });
  await run("snmp check of 4 interfaces", "check", "by name, with rates", async (target) => {
    return (await engine.check(spec(target, all.slice(0, 4), []), { timeoutMs: 5000 })).ok;
  });
  if (spawnSync("snmpbulkwalk", ["-V"]).error === undefined) peerWalk();
  else process.stderr.write("snmpbulkwalk is not installed: no figure of the peer\n");
} finally {
  await sessions.close();
  await engine.close();
  names.close();
  await switches.close();
}
