import { softwareKey, softwareOf } from "#engines/matching";
import type { HostReport, ServiceFacts } from "#engines/scan-types";
import { findAgentSites } from "#exposure/agents";
import {
  type AssetPlan,
  type KnownAsset,
  type Sighting,
  findAssetsLike,
  planAssets,
  saveAssets,
} from "#exposure/assets";
import { readFeedRevision } from "#exposure/feeds";
import { type SeenFinding, moveFindings } from "#exposure/findings";
import {
  type KnownService,
  type ServiceChanges,
  findServices,
  mergeService,
  saveServices,
  serviceKey,
  wasAsked,
} from "#exposure/services";
import { expectedNames, findWeaknesses } from "#exposure/weaknesses";
import { newId } from "#lib/ids";
import { announce } from "#platform/live";
import type { Tx } from "#platform/db";
import { contentOfWeakness } from "./content-of-weakness.ts";
import { type FoundMatches, findMatches } from "./find-matches.ts";
import { isInternetFacing } from "./internet-facing.ts";
import { type InstalledSoftware, readInstalledSoftware } from "./refine-services.ts";
import { type ReportOrigin, portsSeen, sightingOf } from "./sighting-of-report.ts";
import { vulnerabilitiesIn } from "./vulnerabilities-in.ts";

/** A report of a host that answered, clean. */
export interface HostNews {
  readonly report: HostReport;
  readonly origin: ReportOrigin;
}

/** What a batch of reports led to. */
export interface HostsTaken {
  /** The asset that was seen at an address. */
  readonly byAddress: ReadonlyMap<string, KnownAsset>;
  /** What was seen there that is not as it should be. */
  readonly seen: readonly SeenFinding[];
  /**
   * Open ports (`tcp/443`) by address of which the report says nothing that could show that a finding is gone: nobody
   * understood what answers there, or it was looked at again since.
   */
  readonly unproven: ReadonlyMap<string, readonly string[]>;
}

/**
 * Saves what was learnt of hosts: assets, then their services. All in the caller's transaction, which holds the tenant's lock.
 *
 * @param claimed addresses at which assets were seen earlier in the same run.
 * @throws InvalidPortList
 */
export async function takeInHosts(
  tx: Tx,
  tenantId: string,
  news: readonly HostNews[],
  claimed: (assetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<HostsTaken> {
  if (news.length === 0) return { byAddress: new Map(), seen: [], unproven: new Map() };
  const sightings = news.map(({ report, origin }) => sightingOf(report, origin));
  const byAddress = await takeInSightings(tx, tenantId, sightings, claimed);
  const looks = news.flatMap(({ report, origin }) => {
    const asset = byAddress.get(report.address);
    return asset === undefined ? [] : [{ asset, report, origin }];
  });
  const kept = await findServices(tx, tenantId, [...new Set(looks.map(({ asset }) => asset.id))]);
  const known = new Map(kept.map((service) => [serviceKey(service), service]));

  const revision = await readFeedRevision(tx);
  const keptAt = Map.groupBy(kept, ({ assetId }) => assetId);
  const softwareIn = await readInstalledSoftware(
    tx,
    tenantId,
    looks.flatMap(({ asset, report }) => report.services.map((facts) => ({ asset, facts }))),
  );
  const changes = looks.map((look) =>
    changesOf(look, { known, kept: keptAt.get(look.asset.id) ?? [], revision, softwareIn }),
  );
  const saved = changes.flatMap((change) => change.saved);
  const matches = await findMatches(
    tx,
    saved.flatMap(({ software }) => software ?? []),
  );
  await saveServices(tx, tenantId, {
    saved: saved.map((service) => ({ ...service, suppressed: suppressedOf(service, matches) })),
    touched: changes.flatMap((change) => change.touched),
    deleted: changes.flatMap((change) => change.deleted),
  });
  const vulnerabilitiesOf = vulnerabilitiesIn(matches);
  const seen = looks.flatMap((look, i) =>
    look.origin.isFull ? findingsOf(look, changes[i]?.saved ?? [], vulnerabilitiesOf) : [],
  );
  const unproven = new Map(
    looks.map(({ report }, i) => [report.address, changes[i]?.unproven ?? []] as const),
  );
  return { byAddress, seen, unproven };
}

/** Saves which assets were seen where. */
async function takeInSightings(
  tx: Tx,
  tenantId: string,
  sightings: readonly Sighting[],
  claimed: (assetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<string, KnownAsset>> {
  const like = await findAssetsLike(tx, tenantId, sightings);
  const before = new Map(like.map((asset) => [asset.id, asset]));
  const agentIds = like.flatMap(({ agentId }) => agentId ?? []);
  const plan = withPlacesKept(
    planAssets(like, sightings, await claimed([...before.keys()]), newId),
    await findAgentSites(tx, tenantId, agentIds),
  );
  await saveAssets(tx, tenantId, plan);
  const moved = plan.updated.filter(({ id, siteId }) => before.get(id)?.siteId !== siteId);
  await moveFindings(tx, tenantId, moved);
  await announce(tx, tenantId, "assets", null);
  return plan.byAddress;
}

/** The plan with hosts with an agent at the site that an operator said, from wherever a probe sees them. */
function withPlacesKept(plan: AssetPlan, siteOfAgent: ReadonlyMap<string, string>): AssetPlan {
  const placed = (asset: KnownAsset): KnownAsset => {
    const siteId = siteOfAgent.get(asset.agentId ?? "");
    return siteId === undefined ? asset : { ...asset, siteId };
  };
  return {
    ...plan,
    updated: plan.updated.map(placed),
    seen: plan.seen.map(placed),
    byAddress: new Map([...plan.byAddress].map(([address, asset]) => [address, placed(asset)])),
  };
}

interface Look extends HostNews {
  readonly asset: KnownAsset;
}

function changesOf(
  { asset, report }: Look,
  before: {
    known: ReadonlyMap<string, KnownService>;
    /** The services of the asset. */
    kept: readonly KnownService[];
    revision: number;
    softwareIn: InstalledSoftware;
  },
): ServiceChanges & { unproven: readonly string[] } {
  const { known, kept, revision, softwareIn } = before;
  const unproven: string[] = [];
  const saved: KnownService[] = [];
  const touched: ServiceChanges["touched"][number][] = [];
  const at = report.finishedAt;
  for (const facts of latestOf(report.services)) {
    const place = { assetId: asset.id, protocol: facts.protocol, port: facts.port };
    const last = known.get(serviceKey(place));
    const isLate = last !== undefined && last.seenAt > at;
    if (isLate || !wasAsked(facts)) unproven.push(`${facts.protocol}/${facts.port}`);
    if (isLate) continue;
    if (mergeService(last?.facts ?? null, facts).kind === "seen") {
      touched.push({ ...place, at });
      continue;
    }
    const software = softwareIn(asset.id, facts) ?? softwareOf(facts, report);
    saved.push({
      ...place,
      facts,
      software,
      softwareKey: software === null ? null : softwareKey(software),
      suppressed: [],
      matchedRevision: revision,
      seenAt: at,
    });
  }
  // A host that was dropped half-way says nothing about the ports that it did not answer on.
  const looked =
    report.outcome === "up" ? { tcp: portsSeen(report.tcp), udp: portsSeen(report.udp) } : null;
  const open = { tcp: new Set(looked?.tcp?.open), udp: new Set(looked?.udp?.open) };
  const deleted = kept.filter(
    ({ protocol, port, seenAt }) =>
      seenAt < at && looked?.[protocol]?.looked(port) === true && !open[protocol].has(port),
  );
  return { saved, touched, deleted, unproven };
}

function latestOf(services: readonly ServiceFacts[]): readonly ServiceFacts[] {
  return [...new Map(services.map((one) => [`${one.protocol}/${one.port}`, one])).values()];
}

function suppressedOf({ softwareKey: key }: KnownService, matches: FoundMatches) {
  if (key === null) return [];
  return matches
    .of(key)
    .filter(({ affected }) => !affected)
    .map(({ cve, verdicts }) => ({ cve, verdicts }));
}

/** What is wrong with the services of an asset: vulnerabilities, and weaknesses of other kinds. */
function findingsOf(
  { asset, report }: Look,
  services: readonly KnownService[],
  vulnerabilitiesOf: ReturnType<typeof vulnerabilitiesIn>,
): SeenFinding[] {
  const internetFacing = isInternetFacing(asset);
  const hostNames = expectedNames(report);
  return services.flatMap((service) => {
    const { facts, protocol, port, seenAt: at } = service;
    const place = { assetId: asset.id, protocol, port, package: "", packageSource: null, at };
    const weaknesses = findWeaknesses(facts, at, hostNames).map((weakness) => ({
      ...place,
      weakness: weakness.checkId,
      content: contentOfWeakness(weakness, facts, internetFacing),
    }));
    return [...vulnerabilitiesOf(service, internetFacing), ...weaknesses];
  });
}
