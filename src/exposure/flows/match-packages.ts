import type { PackageFacts } from "#engines/inventory-types";
import { type PackagedSoftware, softwareOfPackages } from "#engines/matching";
import { type AgentCoverage, saveMatched } from "#exposure/agents";
import {
  type KnownFinding,
  type SeenFinding,
  couldSee,
  findKnownFindings,
  findingKey,
  sourceOf,
} from "#exposure/findings";
import { listPackages } from "#exposure/packages";
import { findServices } from "#exposure/services";
import { findHostWeaknesses } from "#exposure/weaknesses";
import type { Tx } from "#platform/db";
import type { AgentHost } from "./agent-host.ts";
import { contentOfHostWeakness } from "./content-of-weakness.ts";
import { type MatchMemory, findMatches, newMatchMemory } from "./find-matches.ts";
import { findSilentFeeds } from "./find-silent-feeds.ts";
import { isInternetFacing } from "./internet-facing.ts";
import { takeInFindings, takeInMissed } from "./take-in-findings.ts";
import { type SaidOfPackages, vulnerablePackagesIn } from "./vulnerable-packages-in.ts";

/** What was worked out for some hosts and holds for others, too, as long as the feeds stay as they are. */
export interface PackageMemory extends MatchMemory {
  readonly said: SaidOfPackages;
}

/** A memory in which there is nothing yet. */
export function newPackageMemory(): PackageMemory {
  return { ...newMatchMemory(), said: new Map() };
}

/**
 * Holds what is installed on some hosts against the feeds: what is vulnerable becomes findings, what is not any more is
 * resolved. What could not be judged stays as it is, and the agent's coverage says so. In the caller's transaction, which
 * holds the tenant's lock.
 *
 * @param revision of the feeds.
 * @param memory of earlier calls with this revision.
 */
export async function matchPackages(
  tx: Tx,
  tenantId: string,
  agents: readonly AgentHost[],
  revision: number,
  memory: PackageMemory = newPackageMemory(),
): Promise<void> {
  const hosts = await judgeHosts(tx, tenantId, agents);
  const matches = await findMatches(
    tx,
    hosts.flatMap(({ judged }) => judged.map(({ software }) => software)),
    memory,
  );
  const assetIds = hosts.map(({ asset }) => asset.id);
  const services = Map.groupBy(await findServices(tx, tenantId, assetIds), (one) => one.assetId);
  const before = await findKnownFindings(tx, tenantId, assetIds);
  const knownOf = Map.groupBy(before, (one) => one.assetId);
  const vulnerabilitiesOf = vulnerablePackagesIn(matches, memory.said);
  const seen = hosts.flatMap((one) => {
    const { id } = one.asset;
    return [
      ...vulnerabilitiesOf(one, one.judged, services.get(id) ?? [], knownOf.get(id) ?? []),
      ...weaknessesOf(one),
    ];
  });
  const assets = hosts.map(({ asset }) => asset);
  const heardAt = new Map(hosts.map((one) => [one.asset.id, one.heardAt]));
  const { known } = await takeInFindings(tx, tenantId, {
    detector: "agent",
    assets,
    seen,
    known: before,
    lookedAt: (assetId) => heardAt.get(assetId) ?? null,
  });
  await resolveMissed(tx, tenantId, hosts, { seen, known });
  await saveMatched(
    tx,
    tenantId,
    hosts.map(({ agentId, coverage }) => ({ agentId, revision, coverage })),
  );
}

interface JudgedHost extends AgentHost {
  readonly packages: readonly PackageFacts[];
  /** What the feeds can judge. */
  readonly judged: readonly PackagedSoftware[];
  readonly coverage: AgentCoverage;
}

/** What is installed, as far as the feeds that are loaded speak of it at all. */
async function judgeHosts(
  tx: Tx,
  tenantId: string,
  agents: readonly AgentHost[],
): Promise<JudgedHost[]> {
  const agentIds = agents.map(({ agentId }) => agentId);
  const installed = await listPackages(tx, tenantId, agentIds);
  const told = agents.map((agent) => {
    const packages = installed.get(agent.agentId) ?? [];
    if (!agent.isBlind) return { ...agent, packages, ...softwareOfPackages(agent.host, packages) };
    const reason = "The agent cannot read the list of packages; this is what it told of before.";
    const coverage = { judged: 0, notJudged: [{ reason, packages: packages.length }] };
    return { ...agent, packages, judged: [], coverage };
  });
  const reasonOf = await findSilentFeeds(
    tx,
    told.flatMap(({ judged }) => judged),
  );
  return told.map(({ judged, coverage, ...one }) => {
    const silent = judged.flatMap((each) => {
      const reason = reasonOf(each);
      return reason === null ? [] : [{ reason, packages: each.binaries.length }];
    });
    return {
      ...one,
      judged: judged.filter((each) => reasonOf(each) === null),
      coverage: withoutSilent(coverage, silent),
    };
  });
}

function withoutSilent(
  { judged, notJudged }: AgentCoverage,
  silent: AgentCoverage["notJudged"],
): AgentCoverage {
  const sum = (of: AgentCoverage["notJudged"]) => of.reduce((all, one) => all + one.packages, 0);
  const byReason = [...Map.groupBy(silent, ({ reason }) => reason)];
  const added = byReason.map(([reason, of]) => ({ reason, packages: sum(of) }));
  return { judged: judged - sum(silent), notJudged: [...notJudged, ...added] };
}

function weaknessesOf({ asset, host, packages, at }: JudgedHost): SeenFinding[] {
  const facing = isInternetFacing(asset);
  return findHostWeaknesses(host, packages, at).map((weakness) => ({
    assetId: asset.id,
    protocol: "",
    port: 0,
    weakness: weakness.checkId,
    package: "",
    packageSource: null,
    at,
    content: contentOfHostWeakness(weakness, facing),
  }));
}

/** What the agent saw before and does not see now is gone, unless its package is there and could not be judged. */
async function resolveMissed(
  tx: Tx,
  tenantId: string,
  hosts: readonly JudgedHost[],
  { seen, known }: { seen: readonly SeenFinding[]; known: readonly KnownFinding[] },
): Promise<void> {
  const isSeen = new Set(seen.map(findingKey));
  const byAsset = new Map(hosts.map((one) => [one.asset.id, { ...one, unclear: unclearOf(one) }]));
  const missed = known.flatMap((finding) => {
    const host = byAsset.get(finding.assetId);
    const source = sourceOf(finding);
    if (host === undefined || isSeen.has(findingKey(finding))) return [];
    if (source === null && !finding.byAgent) return [];
    if (source !== null && (host.isBlind || host.unclear.has(source))) return [];
    return couldSee(finding, "agent", host.at) ? [{ known: finding, at: host.at }] : [];
  });
  await takeInMissed(tx, tenantId, "agent", missed);
}

/** Source packages that are installed and that nobody could judge. */
function unclearOf({ packages, judged }: JudgedHost): ReadonlySet<string> {
  const clear = new Set(judged.map(({ source }) => source));
  return new Set(packages.map(({ source }) => source).filter((source) => !clear.has(source)));
}
