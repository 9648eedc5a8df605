import type { ServiceFacts } from "#engines/scan-types";
import type { Match, Software } from "#engines/vulnerability-types";

/** A vulnerability that some source names and a better one excludes. */
export type SuppressedMatch = Pick<Match, "cve" | "verdicts">;

/** What answers at a port of an asset, as it is kept. */
export interface KnownService {
  readonly assetId: string;
  readonly protocol: "tcp" | "udp";
  readonly port: number;
  readonly facts: ServiceFacts;
  /** What to match on; `null`: nothing. */
  readonly software: Software | null;
  /** Equal keys mean equal matches. */
  readonly softwareKey: string | null;
  readonly suppressed: readonly SuppressedMatch[];
  /** The feeds' revision that it was matched with. */
  readonly matchedRevision: number;
  readonly seenAt: number;
}

export type ServicePlace = Pick<KnownService, "assetId" | "protocol" | "port">;

/** Where a service is: there is one for each. */
export function serviceKey({ assetId, protocol, port }: ServicePlace): string {
  return `${assetId} ${protocol}/${port}`;
}

/** What is known after another look at a port. */
export type ServiceNews =
  /** Take these facts. */
  | { readonly kind: "facts"; readonly facts: ServiceFacts }
  /** It is there, and nobody asked it anything new. */
  | { readonly kind: "seen" };

/**
 * What a look at an open port changes: facts from asking the service replace those that are kept; a look that asked
 * nothing, or was cut short, replaces none that were asked for.
 */
export function mergeService(before: ServiceFacts | null, seen: ServiceFacts): ServiceNews {
  if (before === null) return { kind: "facts", facts: seen };
  return wasAsked(before) && !wasAsked(seen) ? { kind: "seen" } : { kind: "facts", facts: seen };
}

/** Whether a service was asked what it is, to the end, and understood. */
export function wasAsked({ method, unsettled }: ServiceFacts): boolean {
  return method === "probed" && !unsettled;
}
