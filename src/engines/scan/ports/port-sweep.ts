import type { Permits } from "../budget/index.ts";
import {
  type ConnectListener,
  type ConnectOutcome,
  type ConnectPool,
  type Destination,
  packetsOfAttempt,
} from "../connect/index.ts";
import type { RoundTrip } from "./round-trip.ts";

const firstWindow = 64;
const smallestWindow = 8;
const largestWindow = 512;
/** So many unanswered ports in a row, after answers, are reason to ask whether the host is still there. */
const silenceToDoubt = 64;
/** This machine may lack sockets for a moment; for longer, something is wrong with it. */
const unsentPauseMs = 50;
const mostPauses = 60;

/** What a sweep over the ports of one host needs. */
export interface SweepTools {
  readonly pool: ConnectPool;
  readonly permits: Permits;
  readonly roundTrip: RoundTrip;
  /** Whether the host still answers; `port`: one that did. */
  readonly isAlive: (port: number | null) => Promise<boolean>;
  /** So many more ports are settled. */
  readonly onSettled: (ports: number) => void;
  /** Ends the sweep: the host's time is over. */
  readonly signal: AbortSignal;
}

/** What the ports of one host turned out to be. */
export interface SweepResult {
  readonly open: readonly number[];
  /** Ports about which something is known: open, refused, or twice silent while others were answered after them. */
  readonly looked: readonly number[];
  /** Why it ended before the end: the host stopped answering, or its time was over. */
  readonly cut: "lost" | "time" | null;
  /** A port that answered, the last one; `null`: none did. */
  readonly answeredPort: number | null;
  /** A port that refused, the last one; `null`: none did. */
  readonly refusedPort: number | null;
}

/**
 * Tries TCP connections to the ports, in their order, many at once: more the more answers come, fewer when answers get
 * lost (that is: when a port that was silent answers the second time; silence alone is what firewalls do). A silent port
 * is tried once more, after all others.
 *
 * @throws what ends the scan: its signal, or this machine having no sockets left
 */
export function sweepPorts(
  to: Destination,
  ports: readonly number[],
  tools: SweepTools,
): Promise<SweepResult> {
  return new PortSweep(to, ports, tools).run();
}

class PortSweep implements ConnectListener {
  readonly #to: Destination;
  readonly #ports: readonly number[];
  readonly #tools: SweepTools;
  readonly #end = Promise.withResolvers<SweepResult>();

  #next = 0;
  readonly #again: number[] = [];
  #againNext = 0;
  /** Ports whose first try was silent. */
  readonly #silentOnce = new Set<number>();

  readonly #open: number[] = [];
  readonly #looked: number[] = [];
  /** Settled as silent since the last answer: worth nothing if the host is gone. */
  #silentSince: number[] = [];
  #answeredPort: number | null = null;
  #refusedPort: number | null = null;
  #silence = 0;
  #doubtAt = silenceToDoubt;

  #window = firstWindow;
  #threshold = largestWindow;
  #underWay = 0;
  /** What is waited for before the next begins: a permit, a free socket, the question whether the host is alive. */
  #holds = 0;
  #doubting = false;
  #pauses = 0;
  #over = false;

  constructor(to: Destination, ports: readonly number[], tools: SweepTools) {
    this.#to = to;
    this.#ports = ports;
    this.#tools = tools;
  }

  async run(): Promise<SweepResult> {
    const { signal } = this.#tools;
    const onAbort = (): void => this.#stop("time");
    signal.addEventListener("abort", onAbort);
    this.#pump();
    try {
      return await this.#end.promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  settled(port: number, outcome: ConnectOutcome, rttMs: number): void {
    this.#underWay--;
    if (this.#over) return;
    if (outcome === "unsent") {
      this.#again.push(port); // it was not tried at all
      this.#pause();
      return;
    }
    this.#pauses = 0;
    if (outcome === "open" || outcome === "closed") this.#answered(port, outcome, rttMs);
    else this.#unanswered(port, outcome);
    this.#pump();
  }

  #answered(port: number, outcome: "open" | "closed", rttMs: number): void {
    this.#tools.roundTrip.learn(rttMs);
    if (this.#silentOnce.has(port)) {
      // The first try got lost on the way: too much at once.
      this.#threshold = Math.max(smallestWindow, this.#window / 2);
      this.#window = this.#threshold;
    } else {
      const step = this.#window < this.#threshold ? 1 : 1 / this.#window;
      this.#window = Math.min(largestWindow, this.#window + step);
    }
    this.#silence = 0;
    this.#answeredPort = port;
    for (const silent of this.#silentSince) this.#looked.push(silent);
    this.#silentSince = [];
    if (outcome === "open") this.#open.push(port);
    else this.#refusedPort = port;
    this.#looked.push(port);
    this.#tools.onSettled(1);
  }

  #unanswered(port: number, outcome: "silent" | "unreachable"): void {
    this.#silence++;
    if (outcome === "silent" && !this.#silentOnce.has(port)) {
      this.#silentOnce.add(port);
      this.#again.push(port);
    } else {
      this.#silentSince.push(port);
      this.#tools.onSettled(1);
    }
    if (this.#silence >= this.#doubtAt && !this.#doubting) {
      this.#doubtAt *= 2;
      this.#hold(this.#doubt());
    }
  }

  /** Begins what may begin; whoever keeps it from going on calls again. */
  #pump(): void {
    const { pool, permits } = this.#tools;
    while (!this.#over && this.#holds === 0) {
      const left = this.#ports.length - this.#next + this.#again.length - this.#againNext;
      if (left === 0) {
        if (this.#underWay === 0) this.#hold(this.#finish());
        return;
      }
      const wanted = Math.min(left, Math.floor(this.#window) - this.#underWay);
      if (wanted <= 0) return;
      if (pool.free <= 0) {
        this.#hold(new Promise<void>((resolve) => pool.whenFree(resolve)));
        return;
      }
      const timeoutMs = this.#tools.roundTrip.timeoutMs;
      const packets = packetsOfAttempt(timeoutMs);
      const most = packets === 1 ? Math.min(wanted, pool.free) : 0;
      const granted = most === 0 ? 0 : permits.grab(this.#to.address, most);
      if (granted === 0) {
        this.#hold(permits.take(this.#to.address, packets).then(() => this.#begin(timeoutMs)));
        return;
      }
      for (let each = 0; each < granted; each++) this.#begin(timeoutMs);
    }
  }

  #begin(timeoutMs: number): void {
    let port = this.#ports[this.#next];
    if (port === undefined) {
      port = this.#again[this.#againNext++];
      if (port === undefined) return;
    } else {
      this.#next++;
    }
    this.#underWay++;
    this.#tools.pool.connect(this.#to, port, timeoutMs, this);
  }

  #pause(): void {
    if (this.#holds > 0) return;
    if (++this.#pauses > mostPauses) {
      this.#fail(new Error(`no sockets or local ports left here to scan ${this.#to.address} with`));
      return;
    }
    this.#hold(new Promise((resolve) => setTimeout(resolve, unsentPauseMs)));
  }

  /** Nothing begins until it is over. */
  #hold(work: Promise<unknown>): void {
    this.#holds++;
    work.then(
      () => {
        this.#holds--;
        this.#pump();
      },
      (error: unknown) => this.#fail(error),
    );
  }

  async #doubt(): Promise<void> {
    this.#doubting = true;
    if (await this.#tools.isAlive(this.#answeredPort)) this.#silence = 0;
    else this.#stop("lost");
    this.#doubting = false;
  }

  async #finish(): Promise<void> {
    // Silence at the end may be that of a firewall, or of a host that is gone.
    const alive = this.#silence === 0 || (await this.#tools.isAlive(this.#answeredPort));
    this.#stop(alive ? null : "lost");
  }

  #stop(cut: SweepResult["cut"]): void {
    this.#over = true;
    if (cut === null) this.#looked.push(...this.#silentSince);
    this.#end.resolve({
      open: this.#open.toSorted((a, b) => a - b),
      looked: this.#looked,
      cut,
      answeredPort: this.#answeredPort,
      refusedPort: this.#refusedPort,
    });
  }

  #fail(error: unknown): void {
    this.#over = true;
    this.#end.reject(error);
  }
}
