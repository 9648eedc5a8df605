import type { ScanBudget } from "#engines/scan-types";
import { ipWords } from "#lib/ip";
import { TokenBucket } from "./token-bucket.ts";

/** Kept until so many addresses were asked for; then those that are as good as new are forgotten. */
const sweepAbove = 2048;

/** Buckets for one address: its own, its subnet's and that of all. Missing ones are not limited. */
interface Account {
  readonly own: TokenBucket | null;
  readonly buckets: readonly TokenBucket[];
  readonly queue: { probes: number; grant: () => void }[];
}

/**
 * What may be sent when: per host, per /24 (IPv6: /120) and in all. Everybody waits in the line of their own host, and a
 * host that must wait for itself keeps no other from its turn. Pure: time comes in as an argument, in milliseconds.
 */
export class ProbeBudget {
  readonly #budget: ScanBudget;
  readonly #total: TokenBucket | null;
  readonly #hosts = new Map<string, Account>();
  readonly #subnets = new Map<string, TokenBucket>();
  /** Hosts with a line, in the order of their turns. */
  readonly #waiting = new Set<Account>();
  #sweepAt = sweepAbove;

  constructor(budget: ScanBudget) {
    this.#budget = budget;
    this.#total = budget.totalPerSec === null ? null : new TokenBucket(budget.totalPerSec);
  }

  get unlimited(): boolean {
    const { perHostPerSec, perSubnetPerSec, totalPerSec } = this.#budget;
    return perHostPerSec === null && perSubnetPerSec === null && totalPerSec === null;
  }

  /** Takes as many probes as may go to the address at once, at most so many. @returns how many; 0: stand in line */
  grab(address: string, most: number, now: number): number {
    if (this.unlimited) return most;
    if (this.#waiting.size > 0) return 0; // they come first
    const { buckets } = this.#account(address, now);
    const granted = Math.min(most, ...buckets.map((bucket) => bucket.available(now)));
    for (const bucket of buckets) bucket.take(now, granted);
    return granted;
  }

  /** Puts somebody into the line of the address; `grant` is called by {@link serve} when all their probes may go. */
  stand(address: string, probes: number, now: number, grant: () => void): void {
    const account = this.#account(address, now);
    account.queue.push({ probes, grant });
    this.#waiting.add(account);
  }

  /** Grants what may go now. @returns when to come again; `null`: nobody waits */
  serve(now: number): number | null {
    let nextAt = Infinity;
    for (const account of this.#waiting) {
      const at = this.#serveOne(account, now);
      if (at === null) this.#waiting.delete(account);
      else nextAt = Math.min(nextAt, at);
    }
    return this.#waiting.size === 0 ? null : nextAt;
  }

  /** Everybody leaves without a grant. */
  clear(): void {
    for (const account of this.#waiting) account.queue.length = 0;
    this.#waiting.clear();
  }

  /** @returns when the head of this line can go on; `null`: the line is empty */
  #serveOne(account: Account, now: number): number | null {
    const { buckets, queue } = account;
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      const nextAt = Math.max(now, ...buckets.map((bucket) => bucket.nextAt(now)));
      if (nextAt > now) return nextAt;
      const available = Math.min(...buckets.map((bucket) => bucket.available(now)));
      // More than a bucket holds is collected bit by bit.
      const granted = Math.min(head.probes, available);
      for (const bucket of buckets) bucket.take(now, granted);
      head.probes -= granted;
      if (head.probes === 0) {
        queue.shift();
        head.grant();
        // To the end, so that hosts take turns at what they share.
        this.#waiting.delete(account);
        if (queue.length === 0) return null;
        this.#waiting.add(account);
        return Infinity; // its next turn comes in this same round
      }
    }
    return null;
  }

  #account(address: string, now: number): Account {
    const known = this.#hosts.get(address);
    if (known !== undefined) return known;
    if (this.#hosts.size >= this.#sweepAt) this.#sweep(now);
    const { perHostPerSec } = this.#budget;
    const own = perHostPerSec === null ? null : new TokenBucket(perHostPerSec);
    const buckets = [own, this.#subnet(address), this.#total].filter((each) => each !== null);
    const account: Account = { own, buckets, queue: [] };
    this.#hosts.set(address, account);
    return account;
  }

  #subnet(address: string): TokenBucket | null {
    const { perSubnetPerSec } = this.#budget;
    if (perSubnetPerSec === null) return null;
    const key = ipWords(address)
      .map((word, index, words) => (index === words.length - 1 ? word >>> 8 : word))
      .join(":");
    let bucket = this.#subnets.get(key);
    if (bucket === undefined) this.#subnets.set(key, (bucket = new TokenBucket(perSubnetPerSec)));
    return bucket;
  }

  #sweep(now: number): void {
    for (const [address, account] of this.#hosts) {
      if (account.queue.length > 0) continue;
      if (account.own === null || account.own.isFull(now)) this.#hosts.delete(address);
    }
    this.#sweepAt = Math.max(sweepAbove, this.#hosts.size * 2);
  }
}
