import { matchAnew } from "#exposure/agents";
import { type KnownFinding, couldSee, findKnownFindings } from "#exposure/findings";
import type { RunHost } from "#exposure/scans";
import { type KnownService, findServices, serviceKey } from "#exposure/services";
import { checksSettledBy } from "#exposure/weaknesses";
import type { Tx } from "#platform/db";
import { portSet } from "./sighting-of-report.ts";
import { type FindingCounts, takeInMissed } from "./take-in-findings.ts";

/** Assets of a run that are settled at a time, so that memory stays bounded whatever its size. */
const assetsAtOnce = 500;

/** What a scan saw of a host, as far as it proves that something is gone. */
export type LookedAt = Pick<
  RunHost,
  | "outcome"
  | "assetId"
  | "tcpPorts"
  | "udpPorts"
  | "unsettledPorts"
  | "expectedNames"
  | "finishedAt"
>;

/**
 * At the end of a full scan that went well: what it looked at and did not see is resolved. What it did not look at (hosts that
 * did not answer, were skipped or dropped; ports that it left out; services that it could not identify to the end) stays.
 */
export async function settleRun(
  tx: Tx,
  tenantId: string,
  hosts: readonly LookedAt[],
): Promise<FindingCounts> {
  const looked = hosts.filter(({ outcome, assetId }) => outcome === "up" && assetId !== null);
  const total = { made: 0, reopened: 0, resolved: 0 };
  for (let at = 0; at < looked.length; at += assetsAtOnce) {
    const some = new Map(
      looked.slice(at, at + assetsAtOnce).map((host) => [host.assetId ?? "", host]),
    );
    const assetIds = [...some.keys()];
    const known = await findKnownFindings(tx, tenantId, assetIds);
    const services = new Map(
      (await findServices(tx, tenantId, assetIds)).map((service) => [serviceKey(service), service]),
    );
    const missed = known.flatMap((finding) => {
      const host = some.get(finding.assetId);
      if (host === undefined || !isMissed(finding, host, services)) return [];
      return [{ known: finding, at: host.finishedAt }];
    });
    total.resolved += (await takeInMissed(tx, tenantId, "scan", missed)).resolved;
    // What an agent still sees in what answered there is to be placed anew.
    const left = missed.filter(({ known: { seenAt } }) => seenAt.agent !== null);
    await matchAnew(tx, tenantId, [...new Set(left.map(({ known: { assetId } }) => assetId))]);
  }
  return total;
}

/** Whether the scan of a host looked for a finding, and did not see it. */
function isMissed(
  finding: KnownFinding,
  host: LookedAt,
  services: ReadonlyMap<string, KnownService>,
): boolean {
  if (!couldSee(finding, "scan", host.finishedAt)) return false;
  const { assetId, protocol, port, weakness } = finding;
  if (protocol === "") return false;
  const ports = protocol === "tcp" ? host.tcpPorts : host.udpPorts;
  if (ports === null || !portSet(ports).has(port)) return false;
  if (host.unsettledPorts.includes(`${protocol}/${port}`)) return false;
  const service = services.get(serviceKey({ assetId, protocol, port }));
  // Closed: whatever it was, it is gone.
  if (service === undefined) return true;
  if (finding.weakness.startsWith("CVE-")) return tellsItsVersion(service, finding.scanProduct);
  return checksSettledBy(service.facts, host.expectedNames)(weakness);
}

/** A service that hides its version proves nothing about it, unless it is another product. */
function tellsItsVersion({ facts }: KnownService, product: string | null): boolean {
  if (facts.version !== undefined || facts.package?.version !== undefined) return true;
  return facts.product !== undefined && product !== null && facts.product !== product;
}
