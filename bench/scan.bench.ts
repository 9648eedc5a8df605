/**
 * How fast a probe scans, beside nmap in the same run: 256 loopback addresses × 1,000 ports by connecting, and the
 * services behind 127 open ports. In a network of its own; needs root, and nmap for its rows.
 */
import { createScanEngine } from "#engines/scan";
import type { HostReport, ScanSpec } from "#engines/scan-types";
import { formatPortList } from "#lib/port-list";
import { enterOwnNetwork } from "#test/own-network";
import { benchOptions, emit, median, pinToFirstCore, timed } from "./support/measure.ts";
import { emitNmap, nmapVersion, type NmapRun, runNmap } from "./support/scan-peer.ts";
import { startScanTargets } from "./support/scan-targets.ts";

pinToFirstCore();
const { runs } = benchOptions({ seconds: 1, runs: 3, concurrency: 1 });
enterOwnNetwork();
const targets = await startScanTargets();
const engine = createScanEngine();
const nmap = nmapVersion();

const spec: ScanSpec = {
  scanType: "ports",
  targets: ["127.0.1.0-127.0.1.255"],
  exclude: [],
  tcpPorts: "top-1000",
  udpPorts: null,
  budget: { perHostPerSec: null, perSubnetPerSec: null, totalPerSec: null },
  connectTimeoutMs: 1000,
  includeFragile: false,
  allowNmap: false,
};

/** One scan; every report. */
async function scan(wanted: ScanSpec): Promise<HostReport[]> {
  const reports: HostReport[] = [];
  await engine.scan(wanted, {
    signal: new AbortController().signal,
    refuse: () => null,
    done: new Set(),
    now: Date.now,
    onProgress: () => undefined,
    onHost: async (report) => {
      reports.push(report);
    },
  });
  return reports;
}

/** What was found of what is there: `127 of 127 open ports, 0 others`. */
function score(found: Iterable<string>): string {
  const all = [...found];
  const right = all.filter((each) => targets.open.has(each)).length;
  return `${right} of ${targets.open.size} open ports found, ${all.length - right} others`;
}

interface Run {
  readonly seconds: number;
  readonly cpuSec: number;
}

/** One run to warm up, then those that count. */
async function repeat<T>(work: () => Promise<T>): Promise<{ all: Run[]; last: T }> {
  let last = await timed(work);
  const all: Run[] = [];
  for (let each = 0; each < runs; each++) {
    last = await timed(work);
    all.push(last);
  }
  return { all, last: last.result };
}

/** The medians, and every run in the notes. */
function figures(all: readonly Run[], notes: string): Run & { notes: string } {
  const seconds = median(all.map((run) => run.seconds));
  const cpuSec = median(all.map((run) => run.cpuSec));
  const each = all.map((run) => run.seconds.toFixed(2)).join("/");
  return {
    seconds,
    cpuSec,
    notes: `${seconds.toFixed(2)} s (${each}), ${cpuSec.toFixed(2)} s CPU; ${notes}`,
  };
}

const portsWork = "scan of 256 addresses, 1,000 TCP ports each";
const ports = await repeat(() => scan(spec));
const open = ports.last.flatMap(
  ({ address, tcp }) => tcp?.open.map((port) => `${address}:${port}`) ?? [],
);
emit({
  work: portsWork,
  unit: "port",
  count: 256_000,
  ...figures(ports.all, `connecting, budgets lifted; ${score(open)}`),
});
if (nmap !== null) {
  const samePorts = ports.last[0]?.tcp?.ports ?? "";
  const peer: NmapRun[] = [];
  for (let each = 0; each < runs; each++) {
    peer.push(await runNmap(["-sT", "-T4", "-p", samePorts, "127.0.1.0/24"]));
  }
  const notes = `-sT -T4, the same ports; ${score(peer.at(-1)?.open.keys() ?? [])}`;
  emitNmap({ work: portsWork, unit: "port", count: 256_000, ...figures(peer, notes) }, nmap);
}

const servicesWork = `services of ${targets.open.size} open ports on ${targets.hosts.length} hosts`;
const unit = "open port";
const count = targets.open.size;
const full: ScanSpec = {
  ...spec,
  scanType: "full",
  targets: [...targets.hosts],
  tcpPorts: formatPortList(targets.ports),
};
const services = await repeat(() => scan(full));
const named = services.last
  .flatMap((report) => report.services)
  .filter(({ method, name }) => method === "probed" && name !== undefined);
const products = named.filter(({ product }) => product !== undefined).length;
emit({
  work: servicesWork,
  unit,
  count,
  ...figures(
    services.all,
    `budgets lifted; ${named.length} named by what they answered, ${products} with product`,
  ),
});
if (nmap !== null) {
  const words = ["-sT", "-sV", "-Pn", "-T4", "-p", formatPortList(targets.ports)];
  const run = await runNmap([...words, ...targets.hosts]);
  const known = [...run.open.values()].filter((name) => name !== "" && !name.endsWith("?"));
  emitNmap(
    { work: servicesWork, unit, count, ...figures([run], `-sV -T4; ${known.length} named`) },
    nmap,
  );
}
await engine.close();
await targets.close();
