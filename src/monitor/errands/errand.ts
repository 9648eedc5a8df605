import type { ErrandReport } from "#wire/collector.v1";

/**
 * What is asked for: a check of settings that are not saved, an extra check of a sensor, or what a device offers to SNMP
 * sensors.
 */
export const errandKinds = ["check", "checkNow", "discover"] as const;
export type ErrandKind = (typeof errandKinds)[number];

/** `queued`: waits for its collector; `running`: the collector has it; `done`: it found something out; `failed`: it did not. */
export const errandStates = ["queued", "running", "done", "failed"] as const;
export type ErrandState = (typeof errandStates)[number];

/** Nobody waits longer for a collector, in milliseconds. */
export const errandLifetimeMs = 60_000;
/** As long can a person look at what came of it. */
export const keepEndedMs = 3_600_000;

/** A check of the schedule ends by then, too. */
export const checkTimeoutMs = 10_000;
/** Behind the check that may be under way. */
export const checkNowTimeoutMs = 25_000;
/** A large switch over a slow line. */
export const discoverTimeoutMs = 30_000;

/** Open at once for one collector, and for one tenant: they are there for people, not for programs. */
export const mostOpenOfCollector = 4;
export const mostOpenOfTenant = 16;

/** One errand of one collector. */
export interface Errand {
  id: string;
  kind: ErrandKind;
  state: ErrandState;
  collectorId: string;
  collectorName: string;
  /** When the collector was last heard of. */
  collectorLastSeenAt: number | null;
  createdAt: number;
  expiresAt: number;
  endedAt: number | null;
  report: ErrandReport | null;
  failure: string | null;
}

/** Why an errand that ran out of time came to nothing. */
export function expirySentence(collectorName: string, state: "queued" | "running"): string {
  const name = JSON.stringify(collectorName);
  return state === "queued"
    ? `The collector ${name} does not answer. Look whether it runs and reaches this server.`
    : `The collector ${name} took this on and told nothing since. Look whether it runs, and try again.`;
}

/** Why a collector that knows no errands cannot do one. */
export function tooOldSentence(collectorName: string, version: string | null): string {
  const which = version === null ? "" : ` (version ${version})`;
  return `The collector ${JSON.stringify(collectorName)}${which} is too old for this: update it. Its sensors are polled all the same.`;
}
