import { type KnownFinding, type SeenFinding, findingKey } from "./finding.ts";
import type { Detector } from "./life-cycle.ts";

/** A finding that is to be kept at another place: with its id, its status and its history. */
export interface FindingMove {
  readonly known: KnownFinding;
  readonly protocol: "" | "tcp" | "udp";
  readonly port: number;
  readonly package: string;
}

/**
 * Decides which findings are seen at another place than where they are kept. A vulnerable package is a finding of the host;
 * where a scan shows that it answers at a port, it is a finding of that port, and becomes one of the host again when nothing
 * answers there any more. So probe and agent never tell of one weakness twice, and what was decided about it stays.
 *
 * A finding that a scan still sees at its port stays there. A scan, which may have looked at some ports only, takes findings
 * from the host to a port, not from one port to another. Of several that could move, one that is not resolved does,
 * then the one at the lowest port.
 *
 * @param known all findings of the assets.
 */
export function planMoves(
  known: readonly KnownFinding[],
  seen: readonly SeenFinding[],
  detector: Detector,
): FindingMove[] {
  const kept = new Set(known.map(findingKey));
  const wanted = new Set(seen.map(findingKey));
  const movable = Map.groupBy(
    known
      .filter(
        (one) =>
          sourceOf(one) !== null &&
          !wanted.has(findingKey(one)) &&
          (one.protocol === "" || (detector === "agent" && one.seenAt.scan === null)),
      )
      .toSorted(
        (a, b) => preference(a) - preference(b) || a.port - b.port || (a.id < b.id ? -1 : 1),
      ),
    (one) => weaknessKey(one.assetId, one.weakness, sourceOf(one)),
  );
  const moves: FindingMove[] = [];
  const taken = new Set<string>();
  for (const one of seen) {
    const key = findingKey(one);
    if (kept.has(key) || taken.has(key) || one.packageSource === null) continue;
    const from = movable.get(weaknessKey(one.assetId, one.weakness, one.packageSource))?.shift();
    if (from === undefined) continue;
    taken.add(key);
    moves.push({ known: from, protocol: one.protocol, port: one.port, package: one.package });
  }
  return moves;
}

/** The findings of some assets after these moves. */
export function movedFindings(
  known: readonly KnownFinding[],
  moves: readonly FindingMove[],
): readonly KnownFinding[] {
  if (moves.length === 0) return known;
  const byId = new Map(moves.map((move) => [move.known.id, move]));
  return known.map((one) => {
    const move = byId.get(one.id);
    if (move === undefined) return one;
    return { ...one, protocol: move.protocol, port: move.port, package: move.package };
  });
}

/** The source package that a finding is in; the agent knows it better. */
export function sourceOf({ agentPackage, scanPackage }: KnownFinding): string | null {
  return agentPackage ?? scanPackage;
}

function preference({ status }: KnownFinding): number {
  return status === "resolved" ? 1 : 0;
}

function weaknessKey(assetId: string, weakness: string, source: string | null): string {
  return `${assetId} ${weakness} ${source}`;
}
