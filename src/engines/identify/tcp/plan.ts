import type { Protocol } from "./protocol.ts";
import { genericProtocols, protocols, tlsPorts } from "./registry.ts";

/** One thing to try, each on a connection of its own. */
export type Step =
  | {
      readonly kind: "listen";
      /** The protocol that greets on this port; `null`: any may. */
      readonly protocol: Protocol | null;
      readonly waitMs: number;
      /** Asked on the same connection when there is no greeting. */
      readonly thenAsk: Protocol | null;
    }
  | { readonly kind: "ask"; readonly protocol: Protocol; readonly likely: boolean }
  /** TLS, and within it these protocols; none: HTTP. */
  | { readonly kind: "tls"; readonly protocols: readonly Protocol[] };

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
  if (likelyInTls.length > 0 || tlsPorts.has(port)) {
    steps.push({ kind: "tls", protocols: likelyInTls });
  }
  for (const protocol of likely) {
    if (protocol.opening !== undefined) steps.push({ kind: "ask", protocol, likely: true });
  }
  steps.push({
    kind: "listen",
    protocol: greeter,
    waitMs: greeter === null ? strangerMs : greetingMs,
    thenAsk: first ?? null,
  });
  if (!steps.some(({ kind }) => kind === "tls")) steps.push({ kind: "tls", protocols: [] });
  for (const protocol of others) steps.push({ kind: "ask", protocol, likely: false });
  return steps;
}
