import type {
  CheckContext,
  CheckEngine,
  CheckOutcome,
  HostFacts,
  InterfaceFacts,
  SpecOf,
} from "#engines/check-types";
import { emptyOutcome } from "#engines/check-types";
import { type Asked, failed, failureOutcome, peer } from "../failure.ts";
import type { NameCache } from "../names/index.ts";
import { decideCause, type Findings } from "./cause.ts";
import { readHost } from "./host/read-host.ts";
import { readInterfaces } from "./interfaces/read-interfaces.ts";
import { readSystem } from "./read-system.ts";
import { SnmpFailure } from "./session/failure.ts";
import { type Session, SnmpSessions } from "./snmp-sessions.ts";

/** What a check has learnt so far: it is reported, whatever happens next. */
interface Progress {
  latencyMs: number | null;
  interfaces: InterfaceFacts[];
  host: HostFacts[];
  findings: { lacking: string[]; incomplete: string | null };
}

/**
 * Asks SNMP agents (v1, v2c, v3): whether they answer, how their interfaces are, how their host is. `latencyMs` is the round
 * trip of the first GET. Fails when the agent does not answer, when a monitored interface is administratively up and
 * operationally down, and when the device does not have what is monitored.
 */
export function createSnmpEngine({ names }: { names: NameCache }): CheckEngine<"snmp"> {
  const sessions = new SnmpSessions(names);

  async function check(spec: SpecOf<"snmp">, { timeoutMs }: CheckContext): Promise<CheckOutcome> {
    const asked: Asked = { target: spec.target, address: null, timeoutMs };
    const progress: Progress = {
      latencyMs: null,
      interfaces: [],
      host: [],
      findings: { lacking: [], incomplete: null },
    };
    try {
      await sessions.with(asked, spec.snmp, (session) => examine(session, spec, progress));
      return outcomeOf(asked, progress, null);
    } catch (error) {
      return outcomeOf(asked, progress, error);
    }
  }

  return { type: "snmp", check, close: () => sessions.close() };
}

async function examine(
  { conversation, memory }: Session,
  spec: SpecOf<"snmp">,
  progress: Progress,
): Promise<void> {
  const wanted = { interfaces: spec.interfaces.length > 0, aspects: spec.host };
  const system = await readSystem(conversation, wanted);
  progress.latencyMs = conversation.roundTripMs;
  const { findings } = progress;
  if (wanted.interfaces) {
    const names = [...new Set(spec.interfaces)];
    findings.incomplete = await readInterfaces(
      conversation,
      memory,
      names,
      system,
      progress.interfaces,
    );
  }
  if (spec.host.length > 0) {
    findings.lacking = await readHost(conversation, memory.cpu, spec.host, system, progress.host);
  }
}

function outcomeOf(asked: Asked, progress: Progress, error: unknown): CheckOutcome {
  const { latencyMs, interfaces, host } = progress;
  const facts = {
    latencyMs,
    interfaces: interfaces.length > 0 ? interfaces : null,
    host: host.length > 0 ? host : null,
    address: asked.address,
  };
  const findings: Findings = { ...progress.findings, interfaces };
  const cause = decideCause(peer(asked), findings, endOf(error, asked));
  return cause === null
    ? { ...emptyOutcome, ...facts, ok: true }
    : failed(cause.code, cause.cause, facts);
}

function endOf(error: unknown, asked: Asked): Parameters<typeof decideCause>[2] {
  if (error === null) return null;
  if (error instanceof SnmpFailure) return { code: error.code, cause: error.message };
  const { causeCode, cause } = failureOutcome(error, asked);
  return {
    code: causeCode ?? "internal",
    cause: cause ?? "the conversation failed without saying why",
  };
}
