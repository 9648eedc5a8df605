import {
  type HostReport,
  type ScanBudget,
  type ScanContext,
  ScanRefused,
  type ScanSpec,
} from "#engines/scan-types";
import { createGate } from "#lib/gate";
import { createPermits } from "./budget/index.ts";
import { type ConnectorKind, createConnectPool, startConnector } from "./connect/index.ts";
import { createArpTable, createReverseNames, type DiscoveryTools } from "./discovery/index.ts";
import { hostsAtOnce, hostTimeMs } from "./host-time.ts";
import type { Identification } from "./identification.ts";
import { readPorts } from "./ports/index.ts";
import { ProgressMeter } from "./progress.ts";
import { type HostTools, scanHost } from "./scan-host.ts";
import { createServiceAsker } from "./services.ts";
import { planTargets, reasonNotAHost, scanList, type TargetPlan } from "./targets/index.ts";

/** How often progress is told. */
const progressEveryMs = 250;
/** For so many hosts nmap runs at the same time. */
const nmapAtOnce = 4;

/** What all scans of an engine share. */
export interface RunTools {
  readonly identification: Identification;
  readonly nmap: HostTools["nmap"];
  /** `null`: this machine cannot ping. */
  readonly ping: DiscoveryTools["ping"];
  readonly lookUp: (name: string) => Promise<string>;
  /** `null`: the fastest that works here. */
  readonly connector: ConnectorKind | null;
  readonly tell: (sentence: string) => void;
}

/** Carries one scan out, see `ScanEngine`. */
export async function runScan(
  spec: ScanSpec,
  context: ScanContext,
  tools: RunTools,
): Promise<void> {
  const stopped = aborted(context.signal);
  const ports = readPorts(spec, tools.identification.commonUdpPorts);
  const plan = await Promise.race([planTargets(spec, tools.lookUp), stopped]);
  if (plan === undefined || context.signal.aborted) return;
  const connector = await startConnector(tools.connector, tools.tell);
  const broken = new AbortController();
  const signal = AbortSignal.any([context.signal, broken.signal]);
  const names = createReverseNames(tools.tell);
  const meter = new ProgressMeter(spec.scanType, plan.count, ports.tcp.length);
  const stopTelling = tellProgress(meter, context, signal);
  const refuse = (address: string): string | null =>
    reasonNotAHost(address) ?? context.refuse(address);
  const hostTools: HostTools = {
    spec,
    ports,
    permits: createPermits(spec.budget, signal),
    pool: createConnectPool(connector),
    arp: createArpTable(),
    ping: tools.ping,
    reverseNames: names,
    identification: tools.identification,
    askServices: createServiceAsker(tools.identification, tools.tell),
    nmap: tools.nmap,
    nmapGate: createGate(nmapAtOnce, Infinity),
    nmapPerSec: nmapShare(spec.budget),
    refuse,
    now: context.now,
    hostTimeMs: hostTimeMs(spec, ports),
    signal,
    tell: tools.tell,
  };
  const connectorEnded = connector.ended.then((failure) => {
    if (failure !== null) throw failure;
  });
  try {
    const list = scanList(plan, context.done, refuse);
    const work = Array.from({ length: Math.min(hostsAtOnce, plan.count) }, () =>
      scanNext(list, plan, meter, context, hostTools),
    );
    await Promise.race([Promise.all(work), connectorEnded, stopped]);
  } finally {
    broken.abort(new Error("the scan is over"));
    stopTelling();
    names.close();
    await connector.close();
  }
  if (plan.unresolved !== null && !context.signal.aborted) throw new ScanRefused(plan.unresolved);
}

/** nmap sends by itself: each of those that run at once gets its part of what may be sent. */
function nmapShare({ perHostPerSec, perSubnetPerSec, totalPerSec }: ScanBudget): number | null {
  const perSec = Math.min(
    perHostPerSec ?? Infinity,
    (perSubnetPerSec ?? Infinity) / nmapAtOnce,
    (totalPerSec ?? Infinity) / nmapAtOnce,
  );
  return perSec === Infinity ? null : perSec;
}

/** Takes one target after the other, until there is none; several do so at once and share the list. */
async function scanNext(
  list: ReturnType<typeof scanList>,
  plan: TargetPlan,
  meter: ProgressMeter,
  context: ScanContext,
  tools: HostTools,
): Promise<void> {
  const give = async (report: HostReport): Promise<void> => {
    if (!tools.signal.aborted) await context.onHost(report);
  };
  for (const next of list) {
    if (tools.signal.aborted) return;
    const { address } = next;
    if (next.kind === "done") {
      meter.passed(1);
    } else if (next.kind === "skip") {
      await give(skippedReport(address, next.reason, context.now()));
      meter.passed(next.count);
    } else {
      const target = {
        address,
        names: plan.namesOf.get(address) ?? [],
        named: plan.named.has(address),
      };
      const host = meter.begin();
      await give(await scanHost(target, host, tools));
      host.done();
    }
  }
}

function skippedReport(address: string, reason: string, at: number): HostReport {
  return {
    address,
    outcome: "skipped",
    reason,
    startedAt: at,
    finishedAt: at,
    names: [],
    services: [],
  };
}

/** Tells progress while it changes, and at the end; nothing after an abort. @returns what ends it */
function tellProgress(meter: ProgressMeter, context: ScanContext, signal: AbortSignal): () => void {
  let told = "";
  const tell = (): void => {
    if (context.signal.aborted) return;
    const progress = meter.read();
    const text = JSON.stringify(progress);
    if (text === told) return;
    told = text;
    context.onProgress(progress);
  };
  tell();
  const timer = setInterval(tell, progressEveryMs);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  return () => {
    clearInterval(timer);
    tell();
  };
}

/** Fulfils when the signal aborts: the scan is over then, whatever is still under way. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}
