import type { ScanProgress, ScanType } from "#engines/scan-types";

/** What a host weighs in the percentage beside its TCP ports, which weigh one each. */
const discoveryWeight = 10;
/** Its services, as a share of its ports: most ports are closed, and open ones take several connections. */
const servicesShare = 0.5;

/** Counts how far a scan is. What a host does not need counts as done, so that the percentage only grows. */
export class ProgressMeter {
  readonly #hostsTotal: number;
  readonly #hostWeight: number;
  readonly #hasPorts: boolean;
  #discovered = 0;
  #swept = 0;
  #hostsDone = 0;
  #hostsUp = 0;
  #openPorts = 0;
  #weight = 0;
  #percent = 0;

  constructor(scanType: ScanType, hostsTotal: number, portsPerHost: number) {
    const ports = scanType === "discovery" ? 0 : portsPerHost;
    this.#hasPorts = scanType !== "discovery";
    this.#hostsTotal = hostsTotal;
    this.#hostWeight = discoveryWeight + ports * (scanType === "full" ? 1 + servicesShare : 1);
  }

  /** Targets that need no scan: done by an earlier attempt, or left alone. */
  passed(hosts: number): void {
    this.#discovered += hosts;
    this.#swept += hosts;
    this.#hostsDone += hosts;
    this.#weight += hosts * this.#hostWeight;
  }

  /** Follows one host from its beginning to its report. */
  begin(): HostMeter {
    let weight = 0;
    let stage: "discovery" | "ports" | "services" = "discovery";
    const add = (more: number): void => {
      const counted = Math.min(more, this.#hostWeight - weight);
      weight += counted;
      this.#weight += counted;
    };
    const reach = (next: "ports" | "services"): void => {
      if (stage === "discovery") this.#discovered++;
      if (stage !== "services" && next === "services") this.#swept++;
      stage = next;
    };
    return {
      up: () => {
        this.#hostsUp++;
        reach("ports");
        add(discoveryWeight);
      },
      ports: add,
      open: (ports) => {
        this.#openPorts += ports;
        reach("services");
      },
      done: () => {
        reach("services");
        this.#hostsDone++;
        add(Infinity);
      },
    };
  }

  read(): ScanProgress {
    const total = this.#hostsTotal * this.#hostWeight;
    const share = total === 0 ? 100 : (100 * this.#weight) / total;
    const percent = this.#hostsDone >= this.#hostsTotal ? 100 : Math.min(99.9, share);
    this.#percent = Math.max(this.#percent, Math.floor(percent * 10) / 10);
    const phase =
      this.#discovered < this.#hostsTotal || !this.#hasPorts
        ? "discovery"
        : this.#swept < this.#hostsTotal
          ? "ports"
          : "services";
    return {
      phase,
      hostsTotal: this.#hostsTotal,
      hostsDone: this.#hostsDone,
      hostsUp: this.#hostsUp,
      openPorts: this.#openPorts,
      percent: this.#percent,
    };
  }
}

/** What one host reports to the meter. */
export interface HostMeter {
  up(): void;
  /** So many more ports are settled. */
  ports(count: number): void;
  /** All ports are settled, so many are open. */
  open(ports: number): void;
  /** The report was given; nothing more comes. */
  done(): void;
}
