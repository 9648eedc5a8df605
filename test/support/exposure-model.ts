/**
 * What hosts, findings and decisions must come to, by `docs/decisions/0012` and the rules of findings: told once more, as
 * plainly as possible, one message after the other, to hold the flows against.
 */

/** What a service shows of itself, by its name in the tests. */
export interface ModelService {
  readonly product: string | null;
  readonly version: string | null;
  /** CVEs that the feeds of the tests know of it, while they speak of them. */
  readonly cves: readonly string[];
  /** Check ids. */
  readonly weaknesses: readonly string[];
  /** It names a product that feeds know. */
  readonly matched: boolean;
  /** It answered, and was asked to the end. */
  readonly asked: boolean;
}

/** A host as a run reports it. */
export interface ModelHost {
  readonly address: string;
  readonly mac: string | null;
  readonly name: string | null;
  readonly outcome: "up" | "down" | "skipped" | "dropped";
  readonly finishedAt: number;
  readonly looked: (port: number) => boolean;
  readonly services: ReadonlyMap<number, ModelService>;
}

type Status = "open" | "in_progress" | "resolved" | "accepted" | "false_positive";

interface Asset {
  readonly order: number;
  ip: string | null;
  mac: string | null;
  name: string | null;
  lastSeenAt: number;
  readonly services: Map<number, { shown: ModelService; at: number }>;
}

/** A finding as it must be. */
export interface ModelFinding {
  readonly asset: Asset;
  readonly port: number;
  readonly weakness: string;
  /** The service as it was when the finding was seen last. */
  shown: ModelService;
  status: Status;
  statusAt: number;
  acceptedUntil: number | null;
  /** `null`: a scan or a feed has looked since and did not see it. */
  seenAt: number | null;
  resolvedAt: number | null;
  firstSeenAt: number;
  lastSeenAt: number;
}

interface Looked {
  readonly asset: Asset;
  readonly host: ModelHost;
  readonly at: number;
  /** Ports that answered, and of which this look says nothing new. */
  readonly unproven: ReadonlySet<number>;
}

interface Run {
  readonly createdAt: number;
  readonly isFull: boolean;
  readonly hosts: Map<string, Looked | null>;
  ended: boolean;
}

/** The assets and findings of one tenant. */
export class ExposureModel {
  readonly findings: ModelFinding[] = [];
  readonly #assets: Asset[] = [];
  readonly #runs = new Map<string, Run>();
  readonly #unknownToFeeds = new Set<string>();

  begin(runId: string, createdAt: number, isFull: boolean): void {
    this.#runs.set(runId, { createdAt, isFull, hosts: new Map(), ended: false });
  }

  /** One line for each finding: where it is, what it is, its status and times. */
  lines(): string[] {
    return this.findings.map(lineOf).toSorted();
  }

  /** The assets, one line for each. */
  assetLines(): string[] {
    return this.#assets.map(({ ip, mac, name }) => `${ip} ${mac} ${name}`).toSorted();
  }

  report(runId: string, host: ModelHost, now: number): void {
    const run = this.#runs.get(runId);
    if (run === undefined || run.hosts.has(host.address)) return;
    run.hosts.set(host.address, null);
    if (host.outcome !== "up" && host.outcome !== "dropped") return;
    // A clock that is wrong puts nothing before the run or into the future.
    const at = Math.min(Math.max(host.finishedAt, run.createdAt), now);
    const asset = this.#assetOf(host, at, run);
    const unproven = new Set<number>();
    for (const [port, shown] of host.services) {
      const kept = asset.services.get(port);
      if (!shown.asked) unproven.add(port);
      if (kept !== undefined && kept.at > at) {
        unproven.add(port);
      } else if (kept?.shown.asked === true && !shown.asked) {
        kept.at = at;
      } else {
        asset.services.set(port, { shown, at });
        if (run.isFull) this.#seeAll(asset, port, shown, at);
      }
    }
    for (const [port, kept] of asset.services) {
      const isGone = host.outcome === "up" && host.looked(port) && !host.services.has(port);
      if (isGone && kept.at < at) asset.services.delete(port);
    }
    run.hosts.set(host.address, { asset, host, at, unproven });
  }

  end(runId: string, outcome: "completed" | "failed" | "stopped"): void {
    const run = this.#runs.get(runId);
    if (run === undefined || run.ended) return;
    run.ended = true;
    if (outcome !== "completed" || !run.isFull) return;
    for (const looked of run.hosts.values()) {
      if (looked === null || looked.host.outcome !== "up") continue;
      for (const finding of this.findings) {
        if (provesAbsent(looked, finding)) miss(finding, looked.at);
      }
    }
  }

  decide(finding: ModelFinding, status: Status, acceptedUntil: number | null, at: number): void {
    if (status !== "resolved") finding.resolvedAt = null;
    else finding.resolvedAt ??= at;
    if (finding.status !== status) finding.statusAt = at;
    finding.status = status;
    finding.acceptedUntil = status === "accepted" ? acceptedUntil : null;
  }

  expire(now: number): void {
    for (const finding of this.findings) {
      const { status, acceptedUntil } = finding;
      if (status !== "accepted" || acceptedUntil === null || acceptedUntil > now) continue;
      finding.statusAt = finding.acceptedUntil ?? finding.statusAt;
      finding.status = "open";
      finding.acceptedUntil = null;
    }
  }

  /** The feeds begin or cease to speak of a CVE; what is known is matched anew. */
  feed(cve: string, isKnown: boolean, now: number): void {
    if (isKnown) this.#unknownToFeeds.delete(cve);
    else this.#unknownToFeeds.add(cve);
    for (const asset of this.#assets) {
      for (const [port, { shown }] of asset.services) {
        if (!shown.matched) continue;
        const cves = this.#cvesOf(shown);
        for (const one of cves) {
          const known = this.#find(asset, port, one);
          if (known === undefined || known.seenAt === null) this.#see(asset, port, one, shown, now);
          else known.shown = shown;
        }
        for (const finding of this.findings) {
          const isHere = finding.asset === asset && finding.port === port;
          if (!isHere || !isCve(finding.weakness) || cves.includes(finding.weakness)) continue;
          // Whether another version has it only the end of a scan tells.
          const isSame =
            finding.shown.product === shown.product && finding.shown.version === shown.version;
          if (isSame && finding.seenAt !== null) miss(finding, now);
        }
      }
    }
  }

  #cvesOf(shown: ModelService): string[] {
    return shown.cves.filter((cve) => !this.#unknownToFeeds.has(cve));
  }

  #seeAll(asset: Asset, port: number, shown: ModelService, at: number): void {
    for (const weakness of [...this.#cvesOf(shown), ...shown.weaknesses]) {
      this.#see(asset, port, weakness, shown, at);
    }
  }

  #find(asset: Asset, port: number, weakness: string): ModelFinding | undefined {
    return this.findings.find(
      (one) => one.asset === asset && one.port === port && one.weakness === weakness,
    );
  }

  #see(asset: Asset, port: number, weakness: string, shown: ModelService, at: number): void {
    const known = this.#find(asset, port, weakness);
    if (known === undefined) {
      const times = { seenAt: at, firstSeenAt: at, lastSeenAt: at, resolvedAt: null };
      const place = { asset, port, weakness, shown };
      this.findings.push({ ...place, ...times, status: "open", statusAt: at, acceptedUntil: null });
      return;
    }
    known.shown = shown;
    known.firstSeenAt = Math.min(known.firstSeenAt, at);
    known.lastSeenAt = Math.max(known.lastSeenAt, at);
    const isLate = known.status === "resolved" && at <= (known.resolvedAt ?? 0);
    if (isLate && known.seenAt === null) return;
    known.seenAt = Math.max(known.seenAt ?? at, at);
    if (isLate || known.status !== "resolved") return;
    known.status = "open";
    known.statusAt = at;
    known.resolvedAt = null;
  }

  #assetOf(host: ModelHost, at: number, run: Run): Asset {
    const { address, mac, name } = host;
    const isFree = (asset: Asset) =>
      ![...run.hosts].some(([where, seen]) => seen?.asset === asset && where !== address);
    const isNoOther = (asset: Asset) => mac === null || asset.mac === null || asset.mac === mac;
    const keys: ((asset: Asset) => boolean)[] = [
      (asset) => mac !== null && asset.mac === mac,
      (asset) => name !== null && asset.name === name && isNoOther(asset),
      (asset) => asset.ip === address && isNoOther(asset),
    ];
    const here = (asset: Asset) => Number(asset.ip === address);
    const known = keys
      .flatMap((fits) =>
        this.#assets
          .filter((asset) => fits(asset) && isFree(asset))
          .toSorted(
            (a, b) => here(b) - here(a) || b.lastSeenAt - a.lastSeenAt || a.order - b.order,
          ),
      )
      .at(0);
    const holder = this.#assets.find(({ ip }) => ip === address);
    // A late report does not take the address from the host that was seen there since.
    const isTaken = holder !== undefined && holder !== known && holder.lastSeenAt > at;
    const ip = isTaken ? null : address;
    const order = this.#assets.length;
    const asset = known ?? { order, ip, mac, name, lastSeenAt: at, services: new Map() };
    if (known === undefined) this.#assets.push(asset);
    if (at >= asset.lastSeenAt) {
      Object.assign(asset, { ip, mac: mac ?? asset.mac, name: name ?? asset.name, lastSeenAt: at });
    } else {
      Object.assign(asset, { mac: asset.mac ?? mac, name: asset.name ?? name });
    }
    if (asset.ip === address && holder !== undefined && holder !== asset) holder.ip = null;
    return asset;
  }
}

/** A finding in one line. */
export function lineOf({ asset, port, weakness, status, ...times }: ModelFinding): string {
  const { firstSeenAt, lastSeenAt } = times;
  const host = `${asset.ip} ${asset.mac} ${asset.name}`;
  return `${host} ${port} ${weakness} ${status} ${firstSeenAt} ${lastSeenAt}`;
}

function isCve(weakness: string): boolean {
  return weakness.startsWith("CVE-");
}

function provesAbsent({ asset, host, at, unproven }: Looked, finding: ModelFinding): boolean {
  const { port, weakness } = finding;
  if (finding.asset !== asset || !isNews(finding, at)) return false;
  if (!host.looked(port) || unproven.has(port)) return false;
  const shown = asset.services.get(port)?.shown;
  if (shown === undefined) return true;
  if (!isCve(weakness)) return shown.asked;
  const isOther = shown.product !== null && shown.product !== finding.shown.product;
  return shown.version !== null || isOther;
}

/** A look later than the last sighting; or later than a person opened what nobody sees. */
function isNews({ seenAt, status, statusAt }: ModelFinding, at: number): boolean {
  return seenAt === null ? status !== "resolved" && statusAt < at : seenAt < at;
}

function miss(finding: ModelFinding, at: number): void {
  if (!isNews(finding, at)) return;
  finding.seenAt = null;
  if (finding.status === "resolved") return;
  finding.status = "resolved";
  finding.statusAt = at;
  finding.acceptedUntil = null;
  finding.resolvedAt = at;
}
