import type { IdentifyContext } from "#engines/identify";
import type { HostReport, NmapEngine, ScanSpec } from "#engines/scan-types";
import { ipWords } from "#lib/ip";
import type { Gate } from "#lib/gate";
import { guardPermits, NoLongerAllowed, type Permits } from "./budget/index.ts";
import type { ConnectPool, Destination } from "./connect/index.ts";
import {
  type ArpTable,
  discoverHost,
  type DiscoveryTools,
  isStillUp,
  type Proof,
  type ReverseNames,
  vendorOf,
} from "./discovery/index.ts";
import { startTimeLimit } from "./host-time.ts";
import { findFragile } from "./fragile.ts";
import type { Identification } from "./identification.ts";
import { nmapTarget } from "./nmap-target.ts";
import { mergeReports, surer } from "./merge-reports.ts";
import { RoundTrip, sweepPorts, type SweepResult, type WantedPorts } from "./ports/index.ts";
import type { HostMeter } from "./progress.ts";
import { boundedPortList, namesFromServices } from "./report-parts.ts";
import { type AskServices, mostAsked, unaskedService } from "./services.ts";

/** What the hosts of a scan share. */
export interface HostTools {
  readonly spec: ScanSpec;
  readonly ports: WantedPorts;
  readonly permits: Permits;
  readonly pool: ConnectPool;
  readonly arp: ArpTable;
  readonly ping: DiscoveryTools["ping"];
  readonly reverseNames: ReverseNames;
  readonly identification: Identification;
  readonly askServices: AskServices;
  readonly nmap: NmapEngine | null;
  /** For how many hosts nmap runs at the same time. */
  readonly nmapGate: Gate;
  /** Packets a second that each of them may send; `null`: not limited. */
  readonly nmapPerSec: number | null;
  readonly refuse: (address: string) => string | null;
  readonly now: () => number;
  readonly hostTimeMs: number;
  readonly signal: AbortSignal;
  readonly tell: (sentence: string) => void;
}

/** What is known of a host before it is scanned. */
export interface HostTarget {
  readonly address: string;
  /** Host names that it was given by. */
  readonly names: readonly string[];
  /** Somebody named this very address: its ports are tried although it does not answer a ping. */
  readonly named: boolean;
}

/**
 * Scans one host to the end: whether it is up, its ports, its services. What was found is told also when it stops
 * answering, when its time is over, or when it may no longer be touched.
 */
export async function scanHost(
  target: HostTarget,
  meter: HostMeter,
  tools: HostTools,
): Promise<HostReport> {
  const limit = startTimeLimit(tools.signal, tools.hostTimeMs);
  const visit = new HostVisit(target, meter, tools, limit.signal);
  try {
    await visit.run();
  } catch (error) {
    if (error instanceof NoLongerAllowed)
      visit.drop(`it may no longer be touched: ${error.message}`);
    else if (limit.isOver()) visit.drop(outOfTime(tools.hostTimeMs));
    else throw error;
  } finally {
    limit.end();
  }
  return visit.report;
}

function outOfTime(ms: number): string {
  return `its time of ${Math.round(ms / 60_000)} minutes was over before it was scanned to the end`;
}

class HostVisit {
  report: HostReport;
  readonly #target: HostTarget;
  readonly #meter: HostMeter;
  readonly #tools: HostTools;
  readonly #signal: AbortSignal;
  readonly #permits: Permits;
  readonly #to: Destination;
  readonly #roundTrip: RoundTrip;
  #proof: Proof | null = null;

  constructor(target: HostTarget, meter: HostMeter, tools: HostTools, signal: AbortSignal) {
    const { address } = target;
    this.#target = target;
    this.#meter = meter;
    this.#tools = tools;
    this.#signal = signal;
    this.#permits = guardPermits(tools.permits, tools.refuse);
    this.#to = { address, family: address.includes(":") ? 6 : 4, words: ipWords(address) };
    this.#roundTrip = new RoundTrip(tools.spec.connectTimeoutMs);
    const at = tools.now();
    this.report = {
      address,
      outcome: "down",
      startedAt: at,
      finishedAt: at,
      names: target.names.map((name) => ({ name, source: "target" })),
      services: [],
    };
  }

  async run(): Promise<void> {
    const { spec } = this.#tools;
    this.#proof = await discoverHost(this.#to, this.#discovery());
    if (this.#proof !== null) this.#isUp(this.#proof);
    if (spec.scanType === "discovery") {
      if (this.#proof !== null) await this.#describe();
    } else if (this.#proof !== null) {
      // DNS is asked meanwhile: it is not the host that answers.
      await Promise.all([this.#describe(), this.#scanPorts()]);
    } else if (this.#target.named) {
      await this.#scanPorts();
      if (this.report.outcome !== "down") await this.#describe();
    }
    this.#set({ finishedAt: this.#tools.now() });
  }

  /** It cannot be scanned to the end. */
  drop(reason: string): void {
    const seen = this.report.outcome !== "down";
    this.#set({
      outcome: seen ? "dropped" : "skipped",
      reason: reason.slice(0, 300),
      finishedAt: this.#tools.now(),
    });
  }

  #isUp(proof: Proof): void {
    if (proof.rttMs !== null) this.#roundTrip.learn(proof.rttMs);
    this.#set({ outcome: "up", upBy: proof.by });
    this.#meter.up();
  }

  async #describe(): Promise<void> {
    const { arp, reverseNames } = this.#tools;
    const { address } = this.#to;
    const mac = arp.macOf(address);
    if (mac !== null) this.#hasMac(mac);
    const names = await reverseNames.namesOf(address);
    this.#addNames(names.map((name) => ({ name, source: "dns" })));
  }

  #hasMac(mac: string): void {
    const vendor = vendorOf(mac);
    this.#set({ mac, ...(vendor === null ? {} : { vendor: vendor.slice(0, 100) }) });
  }

  async #scanPorts(): Promise<void> {
    const { spec, pool, identification } = this.#tools;
    const sweep = await sweepPorts(this.#to, this.#tools.ports.tcp, {
      pool,
      permits: this.#permits,
      roundTrip: this.#roundTrip,
      isAlive: (port) => this.#isAlive(port),
      onSettled: (ports) => this.#meter.ports(ports),
      signal: this.#signal,
    });
    const { answeredPort, open, looked } = sweep;
    if (this.#proof === null) {
      if (answeredPort === null) return;
      this.#proof = { by: `tcp/${answeredPort}`, rttMs: null, port: answeredPort };
      this.#isUp(this.#proof);
    }
    this.#meter.open(open.length);
    this.#set({
      ...(looked.length === 0 ? {} : { tcp: { ports: boundedPortList(looked), open: [...open] } }),
      services: open.slice(0, 5000).map((port) => unaskedService(port, identification.nameByPort)),
    });
    if (sweep.cut !== null) this.#drop(sweep);
    else if (spec.scanType === "full") await this.#learnServices(sweep);
  }

  #drop({ cut, looked }: SweepResult): void {
    const of = this.#tools.ports.tcp.length;
    this.drop(
      cut === "time"
        ? outOfTime(this.#tools.hostTimeMs)
        : `it stopped answering after ${looked.length} of ${of} TCP ports`,
    );
  }

  async #learnServices({ open, answeredPort, refusedPort }: SweepResult): Promise<void> {
    const { spec, tell } = this.#tools;
    const fragile = spec.includeFragile ? null : findFragile(open, this.report.vendor ?? null);
    if (fragile !== null) {
      this.#set({ device: fragile.device, reason: fragile.reason });
      return;
    }
    try {
      await this.#askServices(open);
      await this.#askNmap(refusedPort);
      this.#classify(open);
    } catch (error) {
      if (error instanceof NoLongerAllowed || this.#signal.aborted) throw error;
      // A stranger's odd answer that our own code fails on is not to cost all other hosts their scan.
      tell(`${this.#to.address} was not identified to the end: ${String(error)}`);
    }
    // Only now is it known whether the questions were too much for it.
    if (!(await this.#isAlive(answeredPort))) {
      this.drop("it stopped answering while its services were asked");
    }
  }

  async #askServices(open: readonly number[]): Promise<void> {
    const { spec, ports, identification, askServices } = this.#tools;
    const io: IdentifyContext = {
      signal: this.#signal,
      budget: { take: (address, probes) => this.#permits.take(address, probes) },
      now: this.#tools.now,
      connectTimeoutMs: spec.connectTimeoutMs,
      hostName: this.#target.names[0] ?? null,
    };
    const [tcp, udp] = await Promise.all([
      askServices(this.#to.address, open, io),
      ports.udp.length === 0 ? null : identification.scanUdp(this.#to.address, ports.udp, io),
    ]);
    this.#set({ services: tcp });
    if (open.length > mostAsked) {
      this.#set({
        reason: `it has ${open.length} open TCP ports, as if it answered on every one: the first ${mostAsked} were asked for their services`,
      });
    }
    if (udp !== null) {
      const open = udp.open.map(({ port }) => port);
      this.#set({
        ...(udp.looked.length === 0 ? {} : { udp: { ports: boundedPortList(udp.looked), open } }),
        services: [...tcp, ...udp.open].slice(0, 5000),
      });
      this.#addNames(udp.names);
      if (this.report.mac === undefined && udp.mac !== undefined) this.#hasMac(udp.mac);
    }
    this.#addNames(namesFromServices(this.report.services));
    this.#signal.throwIfAborted();
  }

  async #askNmap(refusedPort: number | null): Promise<void> {
    const { nmap, nmapGate, nmapPerSec, spec, hostTimeMs, tell } = this.#tools;
    if (nmap === null || !spec.allowNmap) return;
    const { address } = this.report;
    const target = nmapTarget(this.report, refusedPort);
    if (target.tcp.length + target.udp.length === 0) return;
    await this.#permits.take(address);
    try {
      const examined = await nmapGate.run(() =>
        nmap.examine([target], {
          signal: this.#signal,
          timeoutMs: hostTimeMs,
          maxPerSec: nmapPerSec,
        }),
      );
      const report = examined?.find((each) => each.address === address);
      if (report !== undefined) this.report = mergeReports(this.report, report);
    } catch (error) {
      if (this.#signal.aborted) throw error;
      tell(`nmap did not examine ${address}: ${String(error)}`); // our own facts stand
    }
  }

  #classify(open: readonly number[]): void {
    const { services, names, vendor } = this.report;
    const found = this.#tools.identification.classifyHost({
      services,
      openTcp: open,
      names,
      ...(vendor === undefined ? {} : { vendor }),
    });
    const os = surer(found.os, this.report.os);
    const device = surer(found.device, this.report.device);
    this.#set({ ...(os === undefined ? {} : { os }), ...(device === undefined ? {} : { device }) });
  }

  async #isAlive(answeredPort: number | null): Promise<boolean> {
    // A host that has not answered at all has nothing to stop.
    if (this.#proof === null && answeredPort === null) return true;
    return isStillUp(this.#to, this.#proof, answeredPort, this.#discovery());
  }

  #discovery(): DiscoveryTools {
    const { pool, arp, ping, spec } = this.#tools;
    const { connectTimeoutMs } = spec;
    const permits = this.#permits;
    return { pool, permits, arp, ping, connectTimeoutMs, signal: this.#signal };
  }

  #addNames(more: HostReport["names"]): void {
    const known = new Set(this.report.names.map(({ name }) => name));
    const names = more.filter(({ name }) => name !== "" && !known.has(name));
    if (names.length > 0) this.#set({ names: [...this.report.names, ...names].slice(0, 50) });
  }

  #set(facts: Partial<HostReport>): void {
    this.report = { ...this.report, ...facts };
  }
}
