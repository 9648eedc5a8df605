import type { HostReport } from "#engines/scan-types";
import { type KnownAsset, findAssetsNamed } from "#exposure/assets";
import { readRatings } from "#exposure/feeds";
import {
  type SeenFinding,
  findImportSources,
  findKnownFindings,
  findingKey,
  saveImportSources,
} from "#exposure/findings";
import type { HostRef, ImportedFinding, ImportedHost, ReportFormat } from "#exposure/imports";
import { expectedNames } from "#exposure/weaknesses";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { cleanReport } from "./clean-report.ts";
import { contentOfImported } from "./content-of-imported.ts";
import { isInternetFacing } from "./internet-facing.ts";
import { type LookedAt, settleRun } from "./settle-run.ts";
import { type FindingCounts, takeInFindings, takeInMissed } from "./take-in-findings.ts";
import { type HostNews, takeInHosts } from "./take-in-hosts.ts";

/** A report in which more stands is no report of a site. What was seen is remembered until its end. */
const mostFindings = 1_000_000;
/** Hosts that are settled at a time. */
const hostsAtOnce = 500;
/** So many reports of one finding are told apart. */
const mostSources = 20;

/** What became of a report. */
export interface IntakeCounts extends FindingCounts {
  readonly hosts: number;
  readonly findings: number;
}

/** What a report is the whole truth about at one asset. */
interface Covered {
  readonly at: number;
  readonly sources: ReadonlySet<string>;
}

/** Takes a report in, batch by batch, in a transaction that holds the tenant's lock. */
export class ReportIntake {
  readonly #tx: Tx;
  readonly #to: {
    readonly tenantId: string;
    readonly siteId: string;
    readonly format: ReportFormat;
    readonly now: number;
  };
  /** By {@link refKey}; `null`: a name that no asset has, or several. */
  readonly #places = new Map<string, KnownAsset | null>();
  /** Where assets were seen in this report: one is at one address, as in a scan. */
  readonly #claims = new Map<string, string>();
  readonly #covered = new Map<string, Covered>();
  readonly #looked: LookedAt[] = [];
  readonly #seen = new Set<string>();
  readonly #total = { hosts: 0, findings: 0, made: 0, reopened: 0, resolved: 0 };
  /** Names that findings were left out for, as there is no asset to put them to: how many findings. */
  readonly unplaced = new Map<string, number>();

  constructor(tx: Tx, to: { tenantId: string; siteId: string; format: ReportFormat; now: number }) {
    this.#tx = tx;
    this.#to = to;
  }

  async take(hosts: readonly ImportedHost[], findings: readonly ImportedFinding[]): Promise<void> {
    await this.#takeHosts(hosts);
    const unknown = findings.map(({ ref }) => ref).filter((ref) => !this.#places.has(refKey(ref)));
    await this.#takeHosts(
      [...new Map(unknown.map((ref) => [refKey(ref), ref])).values()].map((ref) => ({
        ref,
        report: null,
        at: findings.find((one) => refKey(one.ref) === refKey(ref))?.at ?? null,
        scopes: [],
      })),
    );
    await this.#takeFindings(findings);
  }

  /** To be called behind the last batch: what was to be seen and was not is gone. */
  async end(): Promise<IntakeCounts> {
    this.#count(await settleRun(this.#tx, this.#to.tenantId, this.#looked));
    const assetIds = [...this.#covered.keys()];
    for (let at = 0; at < assetIds.length; at += hostsAtOnce) {
      await this.#settle(assetIds.slice(at, at + hostsAtOnce));
    }
    return this.#total;
  }

  async #takeHosts(hosts: readonly ImportedHost[]): Promise<void> {
    await this.#findNamed(hosts.flatMap(({ ref }) => (ref.address === null ? ref : [])));
    const news = new Map<string, HostNews>();
    for (const host of hosts) {
      const report = this.#reportOf(host);
      if (report === null) continue;
      const isFull = report.services.some(({ method }) => method === "probed");
      const origin = { siteId: this.#to.siteId, probeId: null, isFull };
      news.set(report.address, { report, origin });
    }
    const taken = await takeInHosts(this.#tx, this.#to.tenantId, [...news.values()], (ids) =>
      Promise.resolve(new Map(ids.flatMap((id) => this.#claimOf(id)))),
    );
    for (const [address, asset] of taken.byAddress) {
      this.#claims.set(asset.id, address);
      this.#places.set(address, asset);
    }
    const assets = [...taken.byAddress.values()];
    // What our own matching says of services is what a scan sees, whoever looked: rematching and the next scan go on from it.
    const { seen } = taken;
    this.#count(
      await takeInFindings(this.#tx, this.#to.tenantId, { detector: "scan", assets, seen }),
    );
    for (const host of hosts) {
      const report = news.get(host.ref.address ?? "")?.report ?? null;
      this.#cover(host, report, taken.unproven.get(report?.address ?? "") ?? []);
    }
  }

  #claimOf(id: string): [[id: string, address: string]] | [] {
    const address = this.#claims.get(id);
    return address === undefined ? [] : [[id, address]];
  }

  /** `null`: there is nothing to save of it. */
  #reportOf({ ref, report, at }: ImportedHost): HostReport | null {
    const time = this.#timeOf(at);
    if (report === null) {
      if (ref.address === null || this.#places.has(ref.address)) return null;
      // No name: one that a URL names may stand for many addresses, and would move the asset that has it.
      const bare = { address: ref.address, startedAt: time, finishedAt: time, names: [] };
      return { ...bare, outcome: "up", services: [] };
    }
    if (report.outcome !== "up" && report.outcome !== "dropped") return null;
    return cleanReport({ ...report, finishedAt: time });
  }

  #timeOf(at: number | null): number {
    // Clocks of scanners go wrong; nothing was seen in the future.
    return Math.min(at ?? this.#to.now, this.#to.now);
  }

  async #findNamed(refs: readonly HostRef[]): Promise<void> {
    const names = new Set(refs.flatMap(({ hostname }) => hostname ?? []));
    const wanted = [...names].filter((name) => !this.#places.has(refKey(named(name))));
    if (wanted.length === 0) return;
    const assets = await findAssetsNamed(this.#tx, this.#to.tenantId, wanted);
    for (const name of wanted) {
      const all = assets.filter(
        ({ hostname, hostnames }) => hostname === name || hostnames.includes(name),
      );
      const here = all.filter(({ siteId }) => siteId === this.#to.siteId);
      const best = [all, here, here.filter(({ hostname }) => hostname === name)].find(
        (some) => some.length === 1,
      );
      this.#places.set(refKey(named(name)), best?.[0] ?? null);
    }
  }

  #cover(host: ImportedHost, report: HostReport | null, unproven: readonly string[]): void {
    const asset = this.#places.get(refKey(host.ref)) ?? null;
    if (asset === null || (report === null && host.report !== null)) return;
    if (host.report !== null) this.#total.hosts += 1;
    if (report !== null && report.tcp !== undefined && this.#to.format === "nmap") {
      this.#looked.push({
        outcome: report.outcome,
        assetId: asset.id,
        tcpPorts: report.tcp.ports,
        udpPorts: report.udp?.ports ?? null,
        unsettledPorts: unproven,
        expectedNames: expectedNames(report),
        finishedAt: report.finishedAt,
      });
    }
    if (host.scopes.length === 0) return;
    const before = this.#covered.get(asset.id);
    const at = this.#timeOf(host.at);
    this.#covered.set(asset.id, {
      at: Math.max(before?.at ?? at, at),
      sources: new Set([
        ...(before?.sources ?? []),
        ...host.scopes.map((scope) => this.#source(scope)),
      ]),
    });
  }

  #source(scope: string): string {
    return `${this.#to.format} ${scope}`.trim();
  }

  async #takeFindings(findings: readonly ImportedFinding[]): Promise<void> {
    const placed: { asset: KnownAsset; finding: ImportedFinding; key: string }[] = [];
    for (const finding of findings) {
      const asset = this.#places.get(refKey(finding.ref)) ?? null;
      if (asset === null) {
        const name = finding.ref.hostname ?? "";
        this.unplaced.set(name, (this.unplaced.get(name) ?? 0) + 1);
        continue;
      }
      const key = findingKey({ ...placeOf(finding), assetId: asset.id });
      // Said before in this report, by another of its checks.
      if (!this.#seen.has(key)) placed.push({ asset, finding, key });
    }
    for (const { key } of placed) this.#seen.add(key);
    if (this.#seen.size > mostFindings) {
      throw new Problem(
        "invalid_request",
        `It holds more than ${mostFindings} findings; take it in in parts.`,
      );
    }
    if (placed.length === 0) return;
    const { tenantId } = this.#to;
    const assets = [...new Map(placed.map(({ asset }) => [asset.id, asset])).values()];
    const known = await findImportSources(
      this.#tx,
      tenantId,
      assets.map(({ id }) => id),
    );
    const sources = new Map(known.map((one) => [findingKey(one), one.sources]));
    const ratings = await readRatings(
      this.#tx,
      placed.flatMap(({ finding }) => finding.cve ?? []),
    );
    const seen = placed.map(({ asset, finding, key }): SeenFinding => ({
      ...placeOf(finding),
      assetId: asset.id,
      packageSource: null,
      at: this.#timeOf(finding.at),
      content: contentOfImported(finding, {
        rating: ratings.get(finding.cve ?? "") ?? null,
        internetFacing: isInternetFacing(asset),
        sources: withSource(sources.get(key) ?? [], this.#source(finding.scope)),
      }),
    }));
    this.#count(await takeInFindings(this.#tx, tenantId, { detector: "import", assets, seen }));
    this.#total.findings += new Set(placed.map(({ key }) => key)).size;
  }

  /** What earlier reports of the same source and scope saw at these assets, and this one has not, is gone. */
  async #settle(assetIds: readonly string[]): Promise<void> {
    const { tenantId } = this.#to;
    const kept = (await findImportSources(this.#tx, tenantId, assetIds)).flatMap((one) => {
      const covered = this.#covered.get(one.assetId);
      if (covered === undefined || this.#seen.has(findingKey(one))) return [];
      const sources = one.sources.filter((source) => !covered.sources.has(source));
      return sources.length === one.sources.length ? [] : [{ id: one.id, sources }];
    });
    const gone = new Set(kept.filter(({ sources }) => sources.length === 0).map(({ id }) => id));
    const known = kept.length === 0 ? [] : await findKnownFindings(this.#tx, tenantId, assetIds);
    const isOlder = new Set(
      known
        .filter(
          ({ assetId, seenAt }) => (seenAt.import ?? 0) < (this.#covered.get(assetId)?.at ?? 0),
        )
        .map(({ id }) => id),
    );
    const missed = known
      .filter(({ id }) => gone.has(id))
      .map((one) => ({ known: one, at: this.#covered.get(one.assetId)?.at ?? 0 }));
    await saveImportSources(
      this.#tx,
      tenantId,
      kept.filter(({ id }) => !gone.has(id) && isOlder.has(id)),
    );
    this.#count(await takeInMissed(this.#tx, tenantId, "import", missed));
  }

  #count({ made, reopened, resolved }: FindingCounts): void {
    this.#total.made += made;
    this.#total.reopened += reopened;
    this.#total.resolved += resolved;
  }
}

function named(hostname: string): HostRef {
  return { address: null, hostname };
}

/** An address, or a name with a mark that no address has. */
function refKey({ address, hostname }: HostRef): string {
  return address ?? `name ${hostname}`;
}

function placeOf(finding: ImportedFinding) {
  const { protocol, port, cve, checkId } = finding;
  return { protocol, port, weakness: cve ?? checkId, package: finding.package };
}

function withSource(sources: readonly string[], source: string): string[] {
  return [...new Set([...sources, source])].toSorted().slice(0, mostSources);
}
