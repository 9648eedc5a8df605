/** What the way to the rest of the world shows of itself, when most checks fail. */
export interface UplinkEvidence {
  /** `unknown`: there is none, or it never answered a ping: then its silence says nothing. */
  gateway: "answers" | "silent" | "unknown";
  server: {
    reachable: boolean;
    /** Where it is from here: on this machine, on a network of this machine, or beyond the gateway. */
    behind: "nothing" | "network" | "gateway";
  };
}

/** `null`: the uplink is fine. Otherwise what is broken, as a sentence for the log. */
export type UplinkFault = string | null;

/**
 * Whether failures are the fault of the collector's own uplink. A witness that never spoke cannot accuse: a gateway that
 * answers no pings, or a server on this very machine.
 */
export function decideUplink({ gateway, server }: UplinkEvidence): UplinkFault {
  const { reachable, behind } = server;
  // Whatever the gateway does with pings: this traffic passes it.
  if (reachable && behind === "gateway") return null;
  if (gateway === "silent") return "the default gateway, which answered before, does not answer";
  if (reachable || behind === "nothing") return null;
  if (behind === "gateway") return "the server beyond the default gateway cannot be reached";
  // The server is next door: if the gateway next door answers, it is the server that is away.
  return gateway === "answers" ? null : "the server on this network cannot be reached";
}

const atLeast = 3;

/**
 * Which share of sensors failed lately. It counts sensors, not checks, by their latest outcome: one that fails is checked
 * more often.
 */
export class FailureShare {
  readonly #windowMs: number;
  readonly #latest = new Map<string, { at: number; ok: boolean }>();
  #failing = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(sensorId: string, ok: boolean, now: number): void {
    this.forget(sensorId);
    // In the order of time, since a sensor that is seen again goes to the end.
    this.#latest.set(sensorId, { at: now, ok });
    if (!ok) this.#failing++;
  }

  forget(sensorId: string): void {
    const known = this.#latest.get(sensorId);
    if (known === undefined) return;
    this.#latest.delete(sensorId);
    if (!known.ok) this.#failing--;
  }

  /** Whether more than half of the sensors that were checked within the window failed, and at least 3. */
  isMost(now: number): boolean {
    for (const [sensorId, { at }] of this.#latest) {
      if (at > now - this.#windowMs) break;
      this.forget(sensorId);
    }
    return this.#failing >= atLeast && this.#failing > this.#latest.size / 2;
  }
}
