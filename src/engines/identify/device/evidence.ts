import type { HostReport, ServiceFacts } from "#engines/scan-types";

/** What is known of a host before it is decided what it is. */
export interface HostEvidence {
  readonly services: readonly ServiceFacts[];
  readonly openTcp: readonly number[];
  readonly names: HostReport["names"];
  /** Of its network card. */
  readonly vendor?: string;
  /** Of a reply that came from it: what it began with, less the routers in between. */
  readonly ttl?: number;
}

type Os = NonNullable<HostReport["os"]>;

/** One reason to take a host for something. */
export interface Vote<What> {
  readonly what: What;
  /** How likely it is on this reason alone, per cent. */
  readonly weight: number;
  /** In words. */
  readonly because: string;
}

/** An operating system, as precisely as one reason tells it. */
export type OsGuess = Pick<Os, "name" | "cpe"> & { readonly family: NonNullable<Os["family"]> };

/** Kinds of devices that are told apart. */
export type DeviceType =
  | "server"
  | "workstation"
  | "router"
  | "switch"
  | "firewall"
  | "access_point"
  | "printer"
  | "camera"
  | "phone"
  | "storage"
  | "hypervisor"
  | "management_controller"
  | "ups"
  | "industrial"
  | "media"
  | "iot";

/** Reasons are never so good together that no doubt is left. */
const surest = 98;

/** How likely something is on several reasons, per cent: each takes its share of the doubt that the others leave. */
export function combinedWeight(votes: readonly Vote<unknown>[]): number {
  const doubt = votes.reduce((left, { weight }) => left * (1 - weight / 100), 1);
  return Math.min(surest, Math.round((1 - doubt) * 100));
}

/** The votes in groups, the likeliest group first; of equals, the one that came first. */
export function rankVotes<What>(
  votes: readonly Vote<What>[],
  groupOf: (what: What) => string,
): { key: string; weight: number; votes: Vote<What>[] }[] {
  const groups = new Map<string, Vote<What>[]>();
  for (const vote of votes) {
    const key = groupOf(vote.what);
    groups.set(key, [...(groups.get(key) ?? []), vote]);
  }
  return [...groups]
    .map(([key, group]) => ({
      key,
      weight: combinedWeight(group),
      votes: group.toSorted((a, b) => b.weight - a.weight),
    }))
    .toSorted((a, b) => b.weight - a.weight);
}
