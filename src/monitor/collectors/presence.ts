/** A collector that has not been heard of for this long is offline. */
export const silentAfterMs = 90_000;

/** What is known of an enrolled collector's presence. */
export interface Presence {
  readonly lastSeenAt: number | null;
  readonly openIncident: { readonly id: string; readonly openedAt: number } | null;
}

export type PresenceDecision =
  | { readonly kind: "none" }
  | { readonly kind: "open"; readonly openedAt: number }
  | { readonly kind: "close"; readonly closedAt: number };

/** True while a collector counts as online. Computed when it is read. */
export function isOnline(lastSeenAt: number | null, now: number): boolean {
  return lastSeenAt !== null && now - lastSeenAt < silentAfterMs;
}

/**
 * A silent collector has one incident, from the moment it was last heard of to the moment it is heard of again.
 *
 * @param listeningSince when this server began to listen: silence before that is the server's, not the collector's.
 */
export function decidePresence(
  presence: Presence,
  listeningSince: number,
  now: number,
): PresenceDecision {
  const { lastSeenAt, openIncident } = presence;
  if (openIncident !== null) {
    return isOnline(lastSeenAt, now) && lastSeenAt !== null && lastSeenAt > openIncident.openedAt
      ? { kind: "close", closedAt: lastSeenAt }
      : { kind: "none" };
  }
  if (lastSeenAt === null || isOnline(Math.max(lastSeenAt, listeningSince), now))
    return { kind: "none" };
  return { kind: "open", openedAt: lastSeenAt };
}
