import { type KnownAsset, findAssets } from "#exposure/assets";
import { readFeedRevision } from "#exposure/feeds";
import { type KnownFinding, findKnownFindings, findingKey } from "#exposure/findings";
import { type KnownService, findServices, findStaleAssets, saveMatches } from "#exposure/services";
import { type Database, type Tx, lock } from "#platform/db";
import { exposureLock } from "./exposure-lock.ts";
import { findMatches } from "./find-matches.ts";
import { isInternetFacing } from "./internet-facing.ts";
import { takeInFindings, takeInMissed } from "./take-in-findings.ts";
import { vulnerabilitiesIn } from "./vulnerabilities-in.ts";

/** Services that one transaction looks at. */
const servicesAtOnce = 2_500;

/**
 * Matches what runs on known assets anew, after the feeds have changed, without a new scan: new findings open, those that the
 * feeds no longer speak of are resolved, ratings follow. Stops where it is when it is interrupted, and goes on from there.
 *
 * @returns how many assets were matched.
 */
export async function rematchFindings(deps: {
  database: Database;
  now: () => number;
}): Promise<number> {
  const { database } = deps;
  const revision = await readFeedRevision(database.system);
  for (let assets = 0; ;) {
    const stale = await findStaleAssets(database.system, revision, servicesAtOnce);
    if (stale.size === 0) return assets;
    for (const [tenantId, assetIds] of stale) {
      await database.transaction(tenantId, async (tx) => {
        await lock(tx, exposureLock(tenantId));
        await rematchAssets(tx, tenantId, assetIds, { revision, now: deps.now() });
      });
      assets += assetIds.length;
    }
  }
}

async function rematchAssets(
  tx: Tx,
  tenantId: string,
  assetIds: readonly string[],
  { revision, now }: { revision: number; now: number },
): Promise<void> {
  const assets = new Map((await findAssets(tx, tenantId, assetIds)).map((one) => [one.id, one]));
  const services = (await findServices(tx, tenantId, assetIds)).filter(
    ({ softwareKey, matchedRevision }) => softwareKey !== null && matchedRevision < revision,
  );
  const matches = await findMatches(
    tx,
    services.flatMap(({ software }) => software ?? []),
  );
  const vulnerabilitiesOf = vulnerabilitiesIn(matches);
  const seen = services.flatMap((service) =>
    vulnerabilitiesOf({ ...service, seenAt: now }, isFacing(assets, service)),
  );
  const isSeen = new Set(seen.map(findingKey));
  const byPlace = new Map(services.map((service) => [placeKey(service), service]));
  const known = await findKnownFindings(tx, tenantId, assetIds);
  const missed = known.filter(
    (one) =>
      one.seenAt.scan !== null &&
      one.weakness.startsWith("CVE-") &&
      isSameSoftware(one, byPlace.get(placeKey(one))) &&
      !isSeen.has(findingKey(one)),
  );
  await takeInFindings(tx, tenantId, {
    detector: "scan",
    assets: [...assets.values()],
    seen,
    known,
    lookedAt: () => null,
  });
  await takeInMissed(
    tx,
    tenantId,
    "scan",
    missed.map((one) => ({ known: one, at: now })),
  );
  const matched = services.map((service) => ({
    ...service,
    suppressed: matches
      .of(service.softwareKey ?? "")
      .filter(({ affected }) => !affected)
      .map(({ cve, verdicts }) => ({ cve, verdicts })),
  }));
  await saveMatches(tx, tenantId, matched, revision);
}

function placeKey({
  assetId,
  protocol,
  port,
}: Pick<KnownFinding, "assetId" | "protocol" | "port">) {
  return `${assetId} ${protocol}/${port}`;
}

/** Whether a finding is about what runs there now. Where another version was seen since, only the end of a scan tells. */
function isSameSoftware(
  { scanProduct, scanVersion }: KnownFinding,
  service: KnownService | undefined,
): boolean {
  if (service === undefined) return false;
  const { product = null, version = null } = service.facts;
  return product === scanProduct && version === scanVersion;
}

function isFacing(assets: ReadonlyMap<string, KnownAsset>, { assetId }: KnownService): boolean {
  const asset = assets.get(assetId);
  return asset !== undefined && isInternetFacing(asset);
}
