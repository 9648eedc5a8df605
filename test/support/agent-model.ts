/**
 * What hosts, findings and decisions must come to where probes look from outside and agents from inside, by
 * `docs/decisions/0012`, `0020` and `0021` and the rules of findings: told once more, as plainly as possible, one message after
 * the other, to hold the flows against. `exposure-model.ts` does so for probes alone, in more ways of theirs.
 */

/** What is known of some software: its CVEs, and the source package that it surely is. */
export interface ModelSoftware {
  readonly cves: readonly string[];
  readonly source: string | null;
  /** Of the package, where what is installed tells it. */
  readonly version?: string;
}

/** What answers at a port, by what it shows. */
export interface ModelShown {
  readonly product: string | null;
  readonly version: string | null;
  /** It was asked to the end. */
  readonly asked: boolean;
  /** What a probe alone makes of it; `null`: nothing that feeds know. */
  readonly alone: ModelSoftware | null;
  /** It shows no revision: it is what is installed of this source package, if that is of this version. */
  readonly hides: { readonly source: string; readonly upstream: string } | null;
}

/** A host as a run reports it. */
export interface ModelReport {
  readonly address: string;
  readonly name: string | null;
  readonly outcome: "up" | "down" | "dropped";
  readonly finishedAt: number;
  readonly looked: (port: number) => boolean;
  readonly services: ReadonlyMap<number, ModelShown>;
}

/** An installed package. */
export interface ModelPackage {
  readonly source: string;
  readonly version: string;
  readonly upstream: string;
}

/** What an agent says of its host. */
export interface ModelInventory {
  readonly at: number;
  /** Not a difference. */
  readonly isWhole: boolean;
  readonly address: string;
  readonly release: string;
  /** `null`: the list of packages cannot be read. */
  readonly packages: readonly ModelPackage[] | null;
}

/** What the feeds of the tests say. */
export interface ModelFeeds {
  /** CVEs of a package; `null`: nobody judges it. */
  readonly cvesOf: (one: ModelPackage, release: string) => readonly string[] | null;
  /** What a service that hides its revision is, where this package is what answers; `null`: that tells nothing. */
  readonly cvesBehind: (one: ModelPackage, release: string) => readonly string[] | null;
  /** What is wrong with a release itself: a check id. */
  readonly weaknessOf: (release: string) => string | null;
}

type Status = "open" | "in_progress" | "resolved" | "accepted" | "false_positive";
type Detector = "scan" | "agent";

interface Agent {
  readonly name: string;
  readonly hostname: string;
  readonly enrolledAt: number;
  lastSeenAt: number | null;
  isRevoked: boolean;
  asset: ModelAsset | null;
  inventory: ModelInventory | null;
  packages: readonly ModelPackage[];
  /** The feeds with which its packages were matched; -1: they are another since. */
  matched: number;
}

interface Service {
  readonly shown: ModelShown;
  at: number;
  is: ModelSoftware | null;
  matched: number;
}

/** An asset as it must be. */
export interface ModelAsset {
  readonly order: number;
  ip: string | null;
  name: string | null;
  agent: Agent | null;
  lastSeenAt: number;
  readonly services: Map<number, Service>;
}

/** A finding as it must be: at a port, or (port 0) of the host. */
export interface ModelFinding {
  readonly asset: ModelAsset;
  port: number;
  readonly weakness: string;
  package: string;
  status: Status;
  statusAt: number;
  acceptedUntil: number | null;
  resolvedAt: number | null;
  firstSeenAt: number;
  lastSeenAt: number;
  /** `null`: it does not see it, or not any more. */
  readonly seenAt: Record<Detector, number | null>;
  /** What each said of it last; what one that does not see it said goes with the next word of another. */
  readonly said: {
    scan: { readonly shown: ModelShown; readonly source: string | null } | null;
    agent: { readonly source: string | null } | null;
  };
}

interface Looked {
  readonly asset: ModelAsset;
  readonly report: ModelReport;
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

/** Something that a detector sees at a place. */
interface Sight {
  readonly port: number;
  readonly weakness: string;
  readonly package: string;
  readonly source: string | null;
}

/** The assets, agents and findings of one tenant. */
export class AgentModel {
  readonly assets: ModelAsset[] = [];
  readonly findings: ModelFinding[] = [];
  readonly #feeds: ModelFeeds;
  readonly #agents = new Map<string, Agent>();
  readonly #runs = new Map<string, Run>();
  readonly #silent = new Set<string>();
  #revision = 0;

  constructor(feeds: ModelFeeds) {
    this.#feeds = feeds;
  }

  begin(runId: string, createdAt: number, isFull: boolean): void {
    this.#runs.set(runId, { createdAt, isFull, hosts: new Map(), ended: false });
  }

  report(runId: string, report: ModelReport, now: number): void {
    const run = this.#runs.get(runId);
    if (run === undefined || run.hosts.has(report.address)) return;
    run.hosts.set(report.address, null);
    if (report.outcome === "down") return;
    // A clock that is wrong puts nothing before the run or into the future.
    const at = Math.min(Math.max(report.finishedAt, run.createdAt), now);
    const asset = this.#scanned(report, at, run);
    const unproven = new Set<number>();
    const news: [port: number, service: Service][] = [];
    for (const [port, shown] of report.services) {
      const kept = asset.services.get(port);
      if (!shown.asked || (kept !== undefined && kept.at > at)) unproven.add(port);
      if (kept !== undefined && kept.at > at) continue;
      if (kept?.shown.asked === true && !shown.asked) kept.at = at;
      else
        news.push([
          port,
          { shown, at, is: this.#softwareOf(asset, shown), matched: this.#revision },
        ]);
    }
    for (const [port, service] of news) asset.services.set(port, service);
    if (run.isFull) {
      this.#place(
        asset,
        "scan",
        news.flatMap(([port, { is }]) => this.#sightsAt(port, is)),
      );
      for (const [port, { is, shown }] of news) {
        for (const sight of this.#sightsAt(port, is)) {
          this.#see(asset, sight, "scan", at, { shown, source: sight.source });
        }
      }
    }
    for (const [port, kept] of asset.services) {
      const isGone = report.outcome === "up" && report.looked(port) && !report.services.has(port);
      if (isGone && kept.at < at) asset.services.delete(port);
    }
    run.hosts.set(report.address, { asset, report, at, unproven });
  }

  end(runId: string, outcome: "completed" | "failed"): void {
    const run = this.#runs.get(runId);
    if (run === undefined || run.ended) return;
    run.ended = true;
    if (outcome !== "completed" || !run.isFull) return;
    for (const looked of run.hosts.values()) {
      if (looked === null || looked.report.outcome !== "up") continue;
      for (const finding of this.findings) {
        if (!provesAbsent(looked, finding)) continue;
        miss(finding, "scan", looked.at);
        // Where it is now, the agent is to be asked: what it still sees may be of the host again.
        const { agent } = finding.asset;
        if (agent !== null && finding.seenAt.agent !== null) agent.matched = -1;
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
      Object.assign(finding, { status: "open", statusAt: acceptedUntil, acceptedUntil: null });
    }
  }

  /** The feeds begin or cease to speak of a CVE. */
  feed(cve: string, isKnown: boolean): void {
    if (isKnown) this.#silent.delete(cve);
    else this.#silent.add(cve);
    this.#revision += 1;
  }

  enrol(name: string, hostname: string, enrolledAt: number): void {
    const nothing = { lastSeenAt: null, isRevoked: false, asset: null, inventory: null };
    this.#agents.set(name, { name, hostname, enrolledAt, ...nothing, packages: [], matched: -1 });
  }

  checkIn(name: string, at: number): void {
    this.#agent(name).lastSeenAt = at;
  }

  /** Nobody looks any more, which proves nothing. */
  revoke(name: string): void {
    const agent = this.#agent(name);
    agent.isRevoked = true;
    const { asset } = agent;
    if (asset === null) return;
    agent.asset = null;
    asset.agent = null;
    for (const finding of this.findings) if (finding.asset === asset) finding.seenAt.agent = null;
  }

  /** The agent and the server are of one mind. */
  knows(name: string): boolean {
    const { asset, isRevoked } = this.#agent(name);
    return asset !== null && !isRevoked;
  }

  isRevoked(name: string): boolean {
    return this.#agent(name).isRevoked;
  }

  /** An inventory that is taken: whole, or a difference that follows on what the server has. */
  inventory(name: string, told: ModelInventory, now: number): void {
    const agent = this.#agent(name);
    // Nothing was seen before there was an agent.
    const at = Math.max(told.at, agent.enrolledAt);
    const asset = this.#joined(agent, { ...told, at });
    const { packages } = told;
    const isNews = told.isWhole || asset !== agent.asset || !saysTheSame(told, agent.inventory);
    agent.asset = asset;
    agent.inventory = told;
    if (!isNews) return;
    // That the list cannot be read says nothing of what is installed.
    if (packages !== null) agent.packages = packages;
    for (const service of asset.services.values()) {
      const is = this.#installedBehind(asset, service.shown);
      if (is === null || sameSoftware(is, service.is)) continue;
      service.is = is;
      service.matched = -1;
    }
    this.#match(agent, now, null);
  }

  /** What runs is matched with the feeds as they are. */
  rematchServices(now: number): void {
    for (const asset of this.assets) {
      const stale = [...asset.services]
        .filter(([, { is, matched }]) => is !== null && matched < this.#revision)
        .toSorted(([a], [b]) => a - b);
      this.#place(
        asset,
        "scan",
        stale.flatMap(([port, { is }]) => this.#sightsAt(port, is)),
      );
      for (const [port, service] of stale) {
        const { shown, is } = service;
        service.matched = this.#revision;
        const sights = this.#sightsAt(port, is);
        for (const sight of sights) {
          const last = this.#find(asset, sight)?.seenAt.scan ?? null;
          this.#see(asset, sight, "scan", last ?? now, { shown, source: sight.source });
        }
        for (const finding of this.findings) {
          if (finding.asset !== asset || finding.port !== port || !isCve(finding.weakness))
            continue;
          if (sights.some(({ weakness }) => weakness === finding.weakness)) continue;
          // Whether another version has it only the end of a scan tells.
          const before = finding.said.scan?.shown;
          const isSame = before?.product === shown.product && before.version === shown.version;
          if (isSame && finding.seenAt.scan !== null) miss(finding, "scan", now);
        }
      }
    }
  }

  /** What is installed is matched with the feeds as they are. Nobody looks: an agent says only that nothing has changed. */
  rematchPackages(now: number): void {
    for (const agent of this.#agents.values()) {
      const { asset, isRevoked, matched, lastSeenAt } = agent;
      if (asset === null || isRevoked || matched >= this.#revision) continue;
      // To the half day: to note it exactly would write every finding with every feed.
      const heardAt = lastSeenAt ?? 0;
      this.#match(agent, now, heardAt - (heardAt % (12 * 3_600_000)));
    }
  }

  #agent(name: string): Agent {
    const agent = this.#agents.get(name);
    if (agent === undefined) throw new Error(`there is no agent ${name}`);
    return agent;
  }

  /** @param heardAt when the agent was last heard of; `null`: it looks now. */
  #match(agent: Agent, now: number, heardAt: number | null): void {
    const { asset, inventory, packages } = agent;
    if (asset === null || inventory === null) return;
    agent.matched = this.#revision;
    const { release } = inventory;
    const isBlind = inventory.packages === null;
    const sights: Sight[] = [];
    const unclear = new Set<string>();
    for (const one of packages) {
      const cves = isBlind ? null : this.#feeds.cvesOf(one, release);
      if (cves === null) unclear.add(one.source);
      for (const weakness of this.#spoken(cves ?? [])) {
        for (const port of this.#portsOf(asset, one.source, weakness)) {
          const place = { port, package: port === 0 ? one.source : "" };
          sights.push({ ...place, weakness, source: one.source });
        }
      }
    }
    const support = this.#feeds.weaknessOf(release);
    if (support !== null) sights.push({ port: 0, package: "", weakness: support, source: null });
    this.#place(asset, "agent", sights);
    for (const sight of sights) {
      const last = this.#find(asset, sight)?.seenAt.agent ?? null;
      const at = heardAt === null || last === null ? now : Math.max(last, heardAt);
      this.#see(asset, sight, "agent", at, { source: sight.source });
    }
    const seen = new Set(sights.map((sight) => this.#find(asset, sight)));
    for (const finding of this.findings) {
      if (finding.asset !== asset || seen.has(finding)) continue;
      const source = sourceOf(finding);
      if (source === null ? finding.said.agent === null : unclear.has(source)) continue;
      if (source !== null && isBlind) continue;
      miss(finding, "agent", now);
    }
  }

  /** Where a package's weakness is: at the ports where it answers, or where a scan still sees it; else at the host. */
  #portsOf(asset: ModelAsset, source: string, weakness: string): number[] {
    const answering = [...asset.services].filter(([, { is }]) => is?.source === source);
    if (answering.length > 0) return answering.map(([port]) => port).toSorted((a, b) => a - b);
    const seen = this.findings.filter(
      (one) =>
        one.asset === asset &&
        one.weakness === weakness &&
        one.port !== 0 &&
        one.seenAt.scan !== null &&
        one.said.scan?.source === source,
    );
    return seen.length > 0 ? seen.map(({ port }) => port).toSorted((a, b) => a - b) : [0];
  }

  /** Findings move to where they are seen: with their status, and what was decided about them. */
  #place(asset: ModelAsset, detector: Detector, sights: readonly Sight[]): void {
    const wanted = new Set(sights.map((sight) => this.#find(asset, sight)));
    for (const sight of sights) {
      if (sight.source === null || this.#find(asset, sight) !== undefined) continue;
      const [from] = this.findings
        .filter(
          (one) =>
            one.asset === asset &&
            one.weakness === sight.weakness &&
            sourceOf(one) === sight.source &&
            !wanted.has(one) &&
            // What a scan still sees at a port is there.
            (one.port === 0 || (detector === "agent" && one.seenAt.scan === null)),
        )
        .toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)) || a.port - b.port);
      if (from === undefined) continue;
      from.port = sight.port;
      from.package = sight.package;
      wanted.add(from);
    }
  }

  #find(asset: ModelAsset, sight: Sight): ModelFinding | undefined {
    return this.findings.find(
      (one) =>
        one.asset === asset &&
        one.port === sight.port &&
        one.weakness === sight.weakness &&
        one.package === sight.package,
    );
  }

  #sightsAt(port: number, is: ModelSoftware | null): Sight[] {
    if (is === null) return [];
    const { source } = is;
    return this.#spoken(is.cves).map((weakness) => ({ port, weakness, package: "", source }));
  }

  #spoken(cves: readonly string[]): string[] {
    return cves.filter((cve) => !this.#silent.has(cve));
  }

  #see<D extends Detector>(
    asset: ModelAsset,
    sight: Sight,
    detector: D,
    at: number,
    said: NonNullable<ModelFinding["said"][D]>,
  ): void {
    let finding = this.#find(asset, sight);
    if (finding === undefined) {
      const { port, weakness, package: name } = sight;
      const place = { asset, port, weakness, package: name };
      const life = { status: "open" as const, statusAt: at, acceptedUntil: null, resolvedAt: null };
      const times = { firstSeenAt: at, lastSeenAt: at, seenAt: { scan: null, agent: null } };
      finding = { ...place, ...life, ...times, said: { scan: null, agent: null } };
      this.findings.push(finding);
    }
    for (const other of ["scan", "agent"] as const) {
      if (other !== detector && finding.seenAt[other] === null) finding.said[other] = null;
    }
    finding.said[detector] = said as ModelFinding["said"][D];
    finding.firstSeenAt = Math.min(finding.firstSeenAt, at);
    finding.lastSeenAt = Math.max(finding.lastSeenAt, at);
    const isLate = isOver(finding) && at <= (finding.resolvedAt ?? 0);
    if (isLate && finding.seenAt[detector] === null) return;
    finding.seenAt[detector] = Math.max(finding.seenAt[detector] ?? at, at);
    if (isLate || !isOver(finding)) return;
    Object.assign(finding, { status: "open", statusAt: at, resolvedAt: null });
  }

  #softwareOf(asset: ModelAsset, shown: ModelShown): ModelSoftware | null {
    return this.#installedBehind(asset, shown) ?? shown.alone;
  }

  /** What a service that shows no revision is, by what is installed. */
  #installedBehind({ agent }: ModelAsset, { hides }: ModelShown): ModelSoftware | null {
    if (agent === null || agent.inventory === null || hides === null) return null;
    const { source, upstream } = hides;
    const one = agent.packages.find((each) => each.source === source && each.upstream === upstream);
    const cves = one === undefined ? null : this.#feeds.cvesBehind(one, agent.inventory.release);
    return one === undefined || cves === null ? null : { cves, source, version: one.version };
  }

  /** The asset that an agent is on: what it says of its host stands. */
  #joined(agent: Agent, { address, at }: ModelInventory): ModelAsset {
    const { hostname } = agent;
    const isFree = ({ agent: other }: ModelAsset): boolean =>
      other === null ||
      other.isRevoked ||
      ((other.lastSeenAt ?? other.enrolledAt) < agent.enrolledAt && other.hostname === hostname);
    const known =
      this.assets.find((asset) => asset.agent === agent) ??
      this.#likest(
        [
          (asset) => asset.name === hostname && isFree(asset),
          (asset) => asset.ip === address && isFree(asset),
        ],
        address,
      );
    const before = known?.agent ?? null;
    const asset = this.#seenAt(known, { address, name: hostname, at });
    asset.name = hostname;
    asset.agent = agent;
    if (before !== null && before !== agent) before.asset = null;
    return asset;
  }

  #scanned({ address, name }: ModelReport, at: number, run: Run): ModelAsset {
    const isFree = (asset: ModelAsset) =>
      ![...run.hosts].some(([where, seen]) => seen?.asset === asset && where !== address);
    const known = this.#likest(
      [
        (asset) => name !== null && asset.name === name && isFree(asset),
        (asset) => asset.ip === address && isFree(asset),
      ],
      address,
    );
    return this.#seenAt(known, { address, name, at });
  }

  /** The asset that fits the strongest key: of several the one that is here, then the one that was seen last. */
  #likest(
    keys: readonly ((asset: ModelAsset) => boolean)[],
    address: string,
  ): ModelAsset | undefined {
    const here = (asset: ModelAsset) => Number(asset.ip === address);
    return keys
      .flatMap((fits) =>
        this.assets
          .filter(fits)
          .toSorted(
            (a, b) => here(b) - here(a) || b.lastSeenAt - a.lastSeenAt || a.order - b.order,
          ),
      )
      .at(0);
  }

  /** Whoever is seen at an address has it, unless another host was seen there since. */
  #seenAt(
    known: ModelAsset | undefined,
    { address, name, at }: { address: string; name: string | null; at: number },
  ): ModelAsset {
    const holder = this.assets.find((one) => one.ip === address && one !== known);
    const ip = holder !== undefined && holder.lastSeenAt > at ? null : address;
    const nothing = { order: this.assets.length, agent: null, services: new Map() };
    const asset = known ?? { ...nothing, ip, name, lastSeenAt: at };
    if (known === undefined) this.assets.push(asset);
    if (at >= asset.lastSeenAt) {
      asset.ip = ip;
      asset.name = asset.agent === null ? (name ?? asset.name) : (asset.name ?? name);
      asset.lastSeenAt = at;
    } else {
      asset.name ??= name;
    }
    if (asset.ip === address && holder !== undefined) holder.ip = null;
    return asset;
  }
}

function saysTheSame(a: ModelInventory, b: ModelInventory | null): boolean {
  const said = (one: ModelInventory | null) => [one?.address, one?.release, one?.packages];
  return JSON.stringify(said(a)) === JSON.stringify(said(b));
}

function sameSoftware(a: ModelSoftware, b: ModelSoftware | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The source package that a finding is in, as far as anybody said so. */
function sourceOf({ said }: ModelFinding): string | null {
  return said.agent?.source ?? said.scan?.source ?? null;
}

function isOver({ status }: ModelFinding): boolean {
  return status === "resolved";
}

function isCve(weakness: string): boolean {
  return weakness.startsWith("CVE-");
}

function provesAbsent({ asset, report, at, unproven }: Looked, finding: ModelFinding): boolean {
  const { port } = finding;
  if (finding.asset !== asset || port === 0 || !isNews(finding, "scan", at)) return false;
  if (!report.looked(port) || unproven.has(port)) return false;
  const shown = asset.services.get(port)?.shown;
  // Nothing answers there.
  if (shown === undefined) return true;
  const before = finding.said.scan?.shown.product ?? null;
  const isOther = shown.product !== null && before !== null && shown.product !== before;
  return shown.version !== null || isOther;
}

/** A look later than the last sighting; or later than a person opened what nobody sees. */
function isNews(
  { seenAt, status, statusAt }: ModelFinding,
  detector: Detector,
  at: number,
): boolean {
  const last = seenAt[detector];
  if (last !== null) return last < at;
  const isSeen = seenAt.scan !== null || seenAt.agent !== null;
  return !isSeen && status !== "resolved" && statusAt < at;
}

function miss(finding: ModelFinding, detector: Detector, at: number): void {
  if (!isNews(finding, detector, at)) return;
  finding.seenAt[detector] = null;
  if (isOver(finding) || finding.seenAt.scan !== null || finding.seenAt.agent !== null) return;
  Object.assign(finding, { status: "resolved", statusAt: at, acceptedUntil: null, resolvedAt: at });
}
