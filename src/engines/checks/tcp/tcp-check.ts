import { Socket } from "node:net";
import { type CheckOutcome, emptyOutcome } from "#engines/check-types";
import type { Deadline } from "#lib/deadline-wheel";
import { type Asked, failed, failureOutcome, noAnswer, peer } from "../failure.ts";
import { SearchTooSlow, type TextRule } from "../http/text-rule.ts";
import type { ResolvedAddress } from "../names/index.ts";

/** So much of what the peer says first is searched for the banner. */
const bannerBytes = 4096;

/** One connection under way. Its listeners are shared functions: at 25,000 a second closures and timers would show. */
export class TcpCheck extends Socket implements Deadline {
  dueAt = 0;
  before: Deadline | null = null;
  after: Deadline | null = null;

  readonly #asked: Asked;
  readonly #banner: TextRule | null;
  readonly #settle: (check: TcpCheck, outcome: CheckOutcome) => void;
  #settled = false;
  #startedAt = 0;
  #latencyMs: number | null = null;
  #greeting = "";

  constructor(
    asked: Asked,
    banner: TextRule | null,
    settle: (check: TcpCheck, outcome: CheckOutcome) => void,
  ) {
    super();
    this.#asked = asked;
    this.#banner = banner;
    this.#settle = settle;
    this.on("connect", onConnect);
    this.on("error", onError);
    if (banner !== null) {
      this.setEncoding("latin1"); // any bytes; one character each
      this.on("data", onData);
      this.on("end", onEnd);
    }
  }

  start(to: ResolvedAddress, port: number): void {
    this.#startedAt = performance.now();
    this.connect({ host: to.address, port, family: to.family, autoSelectFamily: false });
  }

  connected(): void {
    this.#latencyMs = performance.now() - this.#startedAt;
    if (this.#banner === null) this.#succeed();
  }

  /** @param text what the peer sent, one character per byte */
  heard(text: string): void {
    const banner = this.#banner;
    if (this.#settled || banner === null) return;
    this.#greeting = (this.#greeting + text).slice(0, bannerBytes);
    try {
      if (banner.occursIn(this.#greeting)) this.#succeed();
      else if (this.#greeting.length >= bannerBytes) this.#end(this.#wrongBanner());
    } catch (error) {
      if (!(error instanceof SearchTooSlow)) throw error;
      const why = `the banner's expression ${banner.shown} is too slow: ${error.message}`;
      this.#end(failed("body", `${peer(this.#asked)}: ${why}`, this.#facts()));
    }
  }

  ended(): void {
    if (this.#greeting !== "") {
      this.#end(this.#wrongBanner());
      return;
    }
    const whom = peer(this.#asked);
    const expected = `expected the banner ${this.#banner?.shown}`;
    this.#end(
      failed("body", `${whom} closed the connection without a word, ${expected}`, this.#facts()),
    );
  }

  failedWith(error: Error): void {
    this.#end(failureOutcome(error, this.#asked, this.#facts()));
  }

  expire(): void {
    if (this.#latencyMs === null) this.#end(noAnswer(this.#asked));
    else if (this.#greeting !== "") this.#end(this.#wrongBanner());
    else {
      const { timeoutMs } = this.#asked;
      const cause = `connected to ${peer(this.#asked)}, but it sent no banner within ${timeoutMs / 1000} s`;
      this.#end(failed("timeout", cause, this.#facts()));
    }
  }

  #succeed(): void {
    this.#end({ ...emptyOutcome, ok: true, ...this.#facts() });
  }

  #end(outcome: CheckOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    // A reset leaves nothing behind: no TIME_WAIT that holds a port here, and no half-closed connection that a stuck
    // server would collect, one for every check.
    if (this.#latencyMs === null) this.destroy();
    else this.resetAndDestroy();
    this.#settle(this, outcome);
  }

  #facts(): Partial<CheckOutcome> {
    return { latencyMs: this.#latencyMs, address: this.#asked.address };
  }

  #wrongBanner(): CheckOutcome {
    const shown = JSON.stringify(this.#greeting.slice(0, 100).trimEnd());
    const cause = `${peer(this.#asked)} greets with ${shown}, expected the banner ${this.#banner?.shown}`;
    return failed("body", cause, this.#facts());
  }
}

function onConnect(this: TcpCheck): void {
  this.connected();
}

function onError(this: TcpCheck, error: Error): void {
  this.failedWith(error);
}

function onData(this: TcpCheck, text: string): void {
  this.heard(text);
}

function onEnd(this: TcpCheck): void {
  this.ended();
}
