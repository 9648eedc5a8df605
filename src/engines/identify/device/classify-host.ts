import type { HostReport } from "#engines/scan-types";
import { deviceVotes } from "./device-votes.ts";
import { combinedWeight, type HostEvidence, rankVotes } from "./evidence.ts";
import { osVotes, unspecific } from "./os-votes.ts";

/** Below this nothing is said: it would be a guess. */
const leastPercent = 20;
const maxEvidence = 20;

/**
 * What a host is: its operating system and its kind, each the likeliest by a weighted vote of everything that speaks for
 * something. What speaks against the winner (the runner-up) takes from its confidence. Pure.
 */
export function classifyHost(evidence: HostEvidence): Pick<HostReport, "os" | "device"> {
  const os = likeliestOs(evidence);
  const device = likeliestDevice(evidence, os);
  return { ...(os === undefined ? {} : { os }), ...(device === undefined ? {} : { device }) };
}

/** The family is voted on first: a banner in a container does not outvote all that speaks for Windows. */
function likeliestOs(evidence: HostEvidence): HostReport["os"] {
  const [family, other] = rankVotes(osVotes(evidence), ({ family }) => family);
  if (family === undefined) return undefined;
  const [best] = [...new Set(family.votes.map(({ what }) => what.name))]
    .map((name) => ({ name, votes: family.votes.filter(({ what }) => supports(what.name, name)) }))
    .map(({ name, votes }) => ({ name, votes, weight: combinedWeight(votes) }))
    .toSorted((a, b) => b.weight - a.weight || b.name.length - a.name.length);
  const guess = best?.votes.find(({ what }) => what.name === best.name)?.what;
  if (best === undefined || guess === undefined) return undefined;
  const confidence = afterDoubt(best.weight, other?.weight);
  return confidence < leastPercent ? undefined : { ...guess, confidence };
}

/** Who says `Linux` or `Debian GNU/Linux` does not speak against `Debian GNU/Linux 12`. */
function supports(said: string, name: string): boolean {
  return said === name || unspecific.includes(said) || name.startsWith(`${said} `);
}

function likeliestDevice(evidence: HostEvidence, os: HostReport["os"]): HostReport["device"] {
  const [best, other] = rankVotes(deviceVotes(evidence, os), (type) => type);
  if (best === undefined) return undefined;
  const confidence = afterDoubt(best.weight, other?.weight);
  if (confidence < leastPercent) return undefined;
  const words = best.votes.map(({ because }) => because.slice(0, 200).toWellFormed());
  return { type: best.key, confidence, evidence: [...new Set(words)].slice(0, maxEvidence) };
}

/** A third of what speaks for something else. */
function afterDoubt(weight: number, other = 0): number {
  return Math.round(weight - other / 3);
}
