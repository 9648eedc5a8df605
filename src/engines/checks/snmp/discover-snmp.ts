import type { CheckContext, HostFacts, SnmpSettings } from "#engines/check-types";
import { type Asked, failureOutcome } from "../failure.ts";
import type { NameCache } from "../names/index.ts";
import { formatOid } from "./codec/oid.ts";
import { readCpu } from "./host/cpu.ts";
import { readScalars } from "./host/gauges.ts";
import { readHost } from "./host/read-host.ts";
import { type DiscoveredInterface, listInterfaces } from "./interfaces/list-interfaces.ts";
import { sysDescr, sysName, sysObjectId } from "./mib/system.ts";
import { textOf } from "./mib/values.ts";
import { readSystem, type SystemReading } from "./read-system.ts";
import { SnmpFailure } from "./session/failure.ts";
import { type Session, SnmpSessions } from "./snmp-sessions.ts";

/** What can be monitored on a device, with its values of now. */
export interface SnmpDiscovery {
  /** `host:port` as it was asked. */
  target: string;
  address: string | null;
  sysName: string | null;
  sysDescr: string | null;
  /** Dotted. */
  sysObjectId: string | null;
  uptimeSec: number | null;
  interfaces: DiscoveredInterface[];
  /** Each aspect that a sensor can have; a storage volume is monitored as `storage:NAME`. */
  host: HostFacts[];
  /** Sentences on what could not be read. */
  notes: string[];
}

const aspects = ["cpu", "memory", "storage", "uptime"];
/** Between two readings of tick counters, when load has to be made of those; net-snmp renews them every 5 s. */
const loadIntervalMs = 1000;
const loadReadings = 6;

/**
 * Lists what a device offers to SNMP sensors.
 * @param context.signal gives up early.
 * @throws SnmpFailure with a sentence for people, whatever goes wrong
 */
export async function discoverSnmp(
  target: string,
  settings: SnmpSettings,
  context: CheckContext & { names: NameCache; signal?: AbortSignal },
): Promise<SnmpDiscovery> {
  const { timeoutMs, names, signal } = context;
  const asked: Asked = { target, address: null, timeoutMs };
  const sessions = new SnmpSessions(names);
  const giveUp = (): void => void sessions.close();
  signal?.addEventListener("abort", giveUp, { once: true });
  try {
    return await sessions.with(asked, settings, (session) => discover(session, asked));
  } catch (error) {
    if (error instanceof SnmpFailure) throw error;
    const { causeCode, cause } = failureOutcome(error, asked);
    throw new SnmpFailure(causeCode ?? "internal", cause ?? String(error));
  } finally {
    signal?.removeEventListener("abort", giveUp);
    await sessions.close();
  }
}

async function discover({ conversation, memory }: Session, asked: Asked): Promise<SnmpDiscovery> {
  const system = await readSystem(conversation, { interfaces: true, aspects });
  const about = await readScalars(conversation, [sysName, sysDescr, sysObjectId]);
  const id = about.get(sysObjectId);
  const interfaces: DiscoveredInterface[] = [];
  const incomplete = await listInterfaces(conversation, interfaces);
  const host: HostFacts[] = [];
  const lacking = await readHost(conversation, memory.cpu, aspects, system, host);
  await completeLoad({ conversation, memory }, system, host);
  const notes = lacking.map((aspect) => `${conversation.peer} does not tell its ${aspect}`);
  if (incomplete !== null) notes.unshift(`${conversation.peer} ${incomplete}`);
  return {
    target: asked.target,
    address: asked.address,
    sysName: textOf(about.get(sysName)),
    sysDescr: textOf(about.get(sysDescr), 1000),
    sysObjectId: id?.type === "oid" ? formatOid(id.value) : null,
    uptimeSec: host.find((each) => each.aspect === "uptime")?.seconds ?? null,
    interfaces,
    host,
    notes,
  };
}

/** A load that is made of tick counters needs two readings that differ. */
async function completeLoad(
  { conversation, memory }: Session,
  { vendor, clock }: SystemReading,
  host: HostFacts[],
): Promise<void> {
  const at = host.findIndex((each) => each.aspect === "cpu" && each.percent === null);
  if (at < 0) return;
  for (let reading = 1; reading <= loadReadings; reading++) {
    await new Promise((resolve) => setTimeout(resolve, loadIntervalMs));
    if (!conversation.hasTime) return;
    const load = await readCpu(conversation, memory.cpu, vendor, clock).catch(leaveUnknown);
    if (load === null || load.percent === null) continue;
    host[at] = load;
    return;
  }
}

/** A device that falls silent at the very end does not spoil what it told before. */
function leaveUnknown(error: unknown): null {
  if (error instanceof SnmpFailure) return null;
  throw error;
}
