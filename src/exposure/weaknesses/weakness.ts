import type { Severity } from "#lib/severity";
import type { ServiceFacts } from "#engines/scan-types";

/** What kind of trouble it is: how much it weighs in a risk score depends on it. */
export type WeaknessClass = "credential" | "exposed_service" | "weak_crypto" | "configuration";

/** What is known of a check whatever it finds. */
export interface WeaknessDescription {
  /** Stable: findings are recognised by it. `tls.certificate_expired`. */
  readonly checkId: string;
  readonly title: string;
  readonly severity: Severity;
  readonly class: WeaknessClass;
  /** What to do, in concrete words. */
  readonly remediation: string;
  /** RFCs, CWEs and CVEs that say why. */
  readonly references: readonly string[];
}

/** A weakness that is no CVE, found on a service. */
export interface Weakness extends WeaknessDescription {
  /** Per cent: how sure it is. */
  readonly confidence: number;
  /** What shows it, in a sentence. */
  readonly evidence: string;
}

/** A check: pure, on the facts of one service. */
export interface WeaknessRule extends WeaknessDescription {
  /**
   * The evidence, in a sentence; `null` when the service does not have the weakness, as far as its facts go. `now` is in
   * epoch milliseconds; `hostNames` are those that clients may call its host by, none when they are not known.
   */
  readonly find: (
    service: ServiceFacts,
    now: number,
    hostNames: readonly string[],
  ) => string | null;
  /** Per cent: how sure it is, once found. */
  readonly confidence: (service: ServiceFacts) => number;
  /** Whether these facts would show the weakness: then its absence means that it is gone. */
  readonly looked: (service: ServiceFacts, hostNames: readonly string[]) => boolean;
}

/** What a service really showed is so, but for a honeypot or a mistake of ours. */
export const confidenceSeen = 95;

/** Our own scanner talked with the service and knows what it is. nmap alone does not try what our checks rest on. */
export function isIdentified(service: ServiceFacts): boolean {
  return service.engine !== "nmap" && service.method === "probed" && service.name !== undefined;
}

/** The service in words: `vnc on tcp/5900`. */
export function placeOf({ name, protocol, port }: ServiceFacts): string {
  return `${name ?? "The service"} on ${protocol}/${port}`;
}
