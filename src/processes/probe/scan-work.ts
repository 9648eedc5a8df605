import { type ScanEngine, ScanRefused } from "#engines/scan-types";
import type { Gate } from "#lib/gate";
import type { Logger } from "#lib/logger";
import type { ServerClock } from "#remote/link";
import { type TargetGuard, createTargetGuard } from "#remote/targets";
import type { CheckInReply, RunMessage, RunProgress, ScanJob } from "#wire/probe.v1";
import { checkedReport } from "./checked-report.ts";
import type { Outbox } from "./outbox.ts";

type TargetLists = CheckInReply["targets"];
type RunOutcome = Extract<RunMessage, { end: object }>["end"]["outcome"];

/** What the work of one probe needs. */
export interface ScanWorkOptions {
  scan: ScanEngine;
  /** Lets a bounded number of runs of all probes of this process go on at once. */
  gate: Gate;
  outbox: Outbox;
  clock: ServerClock;
  log: Logger;
}

/** A run from the moment it was handed to us until its last message has left. */
interface Held {
  progress: RunProgress | null;
  /** The number of its end message in the outbox; `null`: it is under way or in line. */
  endIs: number | null;
}

interface Run extends Held {
  readonly job: ScanJob;
  /** Addresses that need no look any more. */
  readonly done: Set<string>;
  readonly ended: AbortController;
  begun: boolean;
  /** Why it was ended before it was done. `abandoned`: without a word. */
  why: "stopped" | "abandoned" | null;
}

/** The longest sentence of an end message. */
const longestError = 500;

/**
 * The runs of one probe. They are carried out one after another, so that a scan's budget is what its network really gets,
 * and go on whether or not the server can be reached.
 */
export class ScanWork {
  readonly #options: ScanWorkOptions;
  readonly #held = new Map<string, Held>();
  /** Of them, those that are not done. */
  readonly #open = new Map<string, Run>();
  #guard: TargetGuard = () => "the probe does not know yet what it may scan";
  #targets: string | null = null;
  #anew = new AbortController();
  #leftover: number;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: ScanWorkOptions) {
    this.#options = options;
    this.#leftover = options.outbox.added;
  }

  /**
   * Whether the server has all that it must know before it hands out work: what an earlier process, or one that was refused,
   * had found out. Without it, it would have the same hosts scanned again.
   */
  get mayAsk(): boolean {
    return this.#options.outbox.gone >= this.#leftover;
  }

  /** Runs under way or in line, and those whose messages are still here. */
  held(): { id: string; progress: RunProgress | null }[] {
    const { gone } = this.#options.outbox;
    for (const [id, { endIs }] of this.#held) {
      if (endIs !== null && gone >= endIs) this.#held.delete(id);
    }
    return [...this.#held].map(([id, { progress }]) => ({ id, progress }));
  }

  /** How many are not done yet. */
  get unfinished(): number {
    return this.#open.size;
  }

  /** Sets which addresses may be touched. A scan under way goes on under the new rule at once. */
  use(targets: TargetLists): void {
    const asked = JSON.stringify([targets.allow, targets.deny]);
    if (asked === this.#targets) return;
    this.#targets = asked;
    this.#guard = createTargetGuard({ ...targets, part: "probe", metadata: "never" });
    const before = this.#anew;
    this.#anew = new AbortController();
    before.abort();
  }

  /** Takes a run on; one that is here already is not begun twice. */
  take(job: ScanJob): void {
    if (this.#held.has(job.runId)) return;
    const run: Run = {
      job,
      done: new Set(job.done),
      ended: new AbortController(),
      begun: false,
      why: null,
      progress: null,
      endIs: null,
    };
    this.#held.set(job.runId, run);
    this.#open.set(job.runId, run);
    this.#turn = this.#turn.then(async () => {
      const turn = await this.#options.gate.run(async () => {
        if (run.why === null) await this.#carryOut(run);
        return run;
      });
      if (turn === undefined) throw new Error("more probes than places in line");
    });
  }

  /** Answers a run that cannot even be begun. */
  refuse(runId: string, error: string): void {
    if (this.#held.has(runId)) return;
    const refused: Held = { progress: null, endIs: null };
    this.#held.set(runId, refused);
    void this.#tell(runId, refused, "failed", error.slice(0, longestError));
  }

  /** Ends a run at once, and says so. */
  stop(runId: string): void {
    const run = this.#open.get(runId);
    if (run === undefined || run.why !== null) return;
    run.why = "stopped";
    run.ended.abort();
    // In line behind another one: it need not wait for that to hear its end.
    if (!run.begun) void this.#tell(runId, run, "stopped", null);
  }

  /** Ends all runs at once, without a word: this probe is refused. What was found out is kept. */
  abandon(): void {
    this.#abandonOpen();
    this.#held.clear();
    this.#leftover = this.#options.outbox.added;
  }

  /** Ends all runs without a word, so that the server hands them out again. Fulfils when what was found out is on disk. */
  async close(): Promise<void> {
    this.#abandonOpen();
    await this.#turn;
    await this.#options.outbox.flush();
  }

  #abandonOpen(): void {
    for (const run of this.#open.values()) {
      run.why ??= "abandoned";
      run.ended.abort();
    }
    this.#open.clear();
  }

  async #carryOut(run: Run): Promise<void> {
    run.begun = true;
    const { log } = this.#options;
    const { runId, scanName: scan } = run.job;
    const startedAt = performance.now();
    log.info({ runId, scan, done: run.done.size }, "a scan begins");
    const error = await this.#scanToTheEnd(run);
    const outcome = run.why ?? (error === null ? "completed" : "failed");
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    log.info({ runId, scan, outcome, error, seconds }, "a scan has ended");
    if (outcome !== "abandoned") await this.#tell(runId, run, outcome, error);
  }

  async #tell(id: string, held: Held, outcome: RunOutcome, error: string | null): Promise<void> {
    const { outbox } = this.#options;
    const end = { outcome, at: this.#now(), error, progress: held.progress };
    const told = outbox.add({ runId: id, end });
    held.endIs = outbox.added;
    this.#open.delete(id);
    await told;
    await outbox.flush();
  }

  /** @returns a sentence when it failed. */
  async #scanToTheEnd(run: Run): Promise<string | null> {
    for (;;) {
      const anew = this.#anew.signal;
      const signal = AbortSignal.any([run.ended.signal, anew]);
      try {
        await this.#scan(run, signal);
      } catch (error) {
        // What a scan says when it is ended is about its end, not about the network.
        if (!signal.aborted) return this.#sentenceOf(error, run);
      }
      // Other target lists: go on with the addresses that are not reported yet, under the new rule.
      if (run.why !== null || !anew.aborted) return null;
    }
  }

  async #scan(run: Run, signal: AbortSignal): Promise<void> {
    const { scan, outbox, log } = this.#options;
    const { runId, spec } = run.job;
    await scan(spec, {
      signal,
      refuse: (address) => this.#guard(address, ""),
      done: run.done,
      now: () => this.#now(),
      onProgress: (progress) => {
        run.progress = { ...progress };
      },
      onHost: async (report) => {
        run.done.add(report.address);
        await outbox.add({ runId, host: checkedReport(report, log) });
      },
    });
  }

  #sentenceOf(error: unknown, { job }: Run): string {
    if (error instanceof ScanRefused) return error.message.slice(0, longestError);
    this.#options.log.error({ err: error, runId: job.runId }, "a scan failed");
    const why = error instanceof Error ? error.message : String(error);
    return `The probe failed to carry it out: ${why}`.slice(0, longestError);
  }

  #now(): number {
    return Math.round(this.#options.clock.now());
  }
}
