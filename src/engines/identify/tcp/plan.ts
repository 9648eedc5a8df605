import type { Protocol } from "./protocol.ts";
import { genericProtocols, protocols, webProtocol } from "./registry.ts";

/** Waits for a greeting. */
export interface ListenStep {
  readonly kind: "listen";
  /** The protocol that greets on this port; `null`: any may. */
  readonly protocol: Protocol | null;
  readonly waitMs: number;
  /** Asked on the same connection when there is no greeting. */
  readonly thenAsk: Protocol | null;
}

export interface AskStep {
  readonly kind: "ask";
  readonly protocol: Protocol;
  readonly likely: boolean;
}

/** TLS, and within it these protocols, one after the other. */
export interface TlsStep {
  readonly kind: "tls";
  readonly protocols: readonly Protocol[];
  readonly likely: boolean;
}

/** One thing to try, each on a connection of its own. */
export type Step = ListenStep | AskStep | TlsStep;

/**
 * A server that greets, where one is expected, may look up its caller's name first; RFC 5321 section 4.5.3.2.1 grants
 * minutes, a scan cannot.
 */
const greetingMs = 6_000;
/** Where any server may be, in milliseconds: greetings come within a round trip. */
const strangerMs = 1_000;

/**
 * In which order a port is asked: what its number suggests, then listening, then what is spoken on many ports, so that
 * a service in an unusual place is found, too.
 */
export function planFor(port: number): readonly Step[] {
  const likely = protocols.filter(({ ports }) => ports.includes(port));
  const likelyInTls = protocols.filter((one) => one.tlsPorts?.includes(port) === true);
  const greeter = likely.find(({ opening }) => opening === undefined) ?? null;
  const [first, ...others] = genericProtocols.filter((one) => !likely.includes(one));
  const steps: Step[] = [];
  const tls = tlsStep(likelyInTls);
  if (likelyInTls.length > 0) steps.push(tls);
  for (const protocol of likely) {
    if (protocol.opening !== undefined) steps.push({ kind: "ask", protocol, likely: true });
  }
  steps.push({
    kind: "listen",
    protocol: greeter,
    waitMs: greeter === null ? strangerMs : greetingMs,
    thenAsk: first ?? null,
  });
  if (likelyInTls.length === 0) steps.push(tls);
  for (const protocol of others) steps.push({ kind: "ask", protocol, likely: false });
  return steps;
}

/** HTTP is spoken within TLS more often than anything else. */
export function tlsStep(likely: readonly Protocol[]): TlsStep {
  const protocols = [...new Set([...likely, webProtocol])];
  return { kind: "tls", protocols, likely: likely.length > 0 };
}
