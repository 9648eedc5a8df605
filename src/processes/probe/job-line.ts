import type { Gate } from "#lib/gate";
import type { Logger } from "#lib/logger";
import { shortened } from "#lib/printable";
import type { ServerClock } from "#remote/link";
import type { ProbeMessage, RunMessage } from "#wire/probe.v1";
import type { Outbox } from "./outbox.ts";

type JobOutcome = Extract<RunMessage, { end: object }>["end"]["outcome"];

/** What every kind of job needs. */
export interface JobTools {
  outbox: Outbox;
  clock: ServerClock;
  log: Logger;
}

/** What is known of a job while it goes on. */
export interface JobState {
  /** Null: nothing yet. */
  progress: object | null;
}

/** How a job came to its end. */
export interface JobEnd {
  outcome: JobOutcome;
  /** Unix epoch milliseconds of the server's clock. */
  at: number;
  /** A sentence, with `failed`. */
  error: string | null;
}

/** A job that is not done, as the one who carries it out sees it. */
export interface OpenJob<Job, State extends JobState> {
  readonly job: Job;
  readonly state: State;
  /** Aborted when it is to end before it is done. */
  readonly signal: AbortSignal;
}

/** What is done with one kind of job: scans, assessments. */
export interface JobKind<Job, State extends JobState> {
  /** For the log: `a scan`. */
  readonly noun: string;
  idOf(job: Job): string;
  /** What the log says of it. */
  labelOf(job: Job): Record<string, unknown>;
  newState(): State;
  /** Does it. What it throws once its signal is aborted is about its end, and not looked at. */
  carryOut(open: OpenJob<Job, State>): Promise<void>;
  /** Why it failed, for people; says in the log what is for developers. */
  sentenceOf(error: unknown, job: Job): string;
  endMessage(id: string, end: JobEnd, state: State): ProbeMessage;
}

/** A job from the moment it was handed to us until its last message has left. */
interface Held<State> {
  readonly state: State;
  /** The number of its end message in the outbox; `null`: it is under way or in line. */
  readonly endIs: number | null;
}

interface Open<Job, State extends JobState> extends OpenJob<Job, State> {
  readonly endIs: null;
  readonly ended: AbortController;
  begun: boolean;
  /** Why it was ended before it was done. `abandoned`: without a word. */
  why: "stopped" | "abandoned" | null;
}

/** The longest sentence of an end message. */
const longestError = 500;

/**
 * The jobs of one kind of one probe. They are carried out one after another, and go on whether or not the server can be
 * reached.
 */
export class JobLine<Job, State extends JobState> {
  readonly #kind: JobKind<Job, State>;
  /** Lets a bounded number of jobs of all probes of this process go on at once. */
  readonly #gate: Gate;
  readonly #tools: JobTools;
  readonly #held = new Map<string, Held<State>>();
  /** Of them, those that are not done. */
  readonly #open = new Map<string, Open<Job, State>>();
  #turn: Promise<void> = Promise.resolve();

  constructor(kind: JobKind<Job, State>, gate: Gate, tools: JobTools) {
    this.#kind = kind;
    this.#gate = gate;
    this.#tools = tools;
  }

  /** Jobs under way or in line, and those whose messages are still here. */
  held(): { id: string; progress: State["progress"] }[] {
    const { gone } = this.#tools.outbox;
    for (const [id, { endIs }] of this.#held) {
      if (endIs !== null && gone >= endIs) this.#held.delete(id);
    }
    return [...this.#held].map(([id, { state }]) => ({ id, progress: state.progress }));
  }

  /** How many are not done yet. */
  get unfinished(): number {
    return this.#open.size;
  }

  /** Takes a job on; one that is here already is not begun twice. */
  take(job: Job): void {
    const id = this.#kind.idOf(job);
    if (this.#held.has(id)) return;
    const ended = new AbortController();
    const open: Open<Job, State> = {
      job,
      state: this.#kind.newState(),
      ended,
      signal: ended.signal,
      begun: false,
      why: null,
      endIs: null,
    };
    this.#held.set(id, open);
    this.#open.set(id, open);
    this.#turn = this.#turn.then(async () => {
      const turn = await this.#gate.run(async () => {
        if (open.why === null) await this.#carryOut(id, open);
        return open;
      });
      if (turn === undefined) throw new Error("more probes than places in line");
    });
  }

  /** Answers a job that cannot even be begun. */
  refuse(id: string, error: string): void {
    if (this.#held.has(id)) return;
    void this.#tell(id, this.#kind.newState(), "failed", error);
  }

  /** Ends a job at once, and says so. */
  stop(id: string): void {
    const open = this.#open.get(id);
    if (open === undefined || open.why !== null) return;
    open.why = "stopped";
    open.ended.abort();
    // In line behind another one: it need not wait for that to hear its end.
    if (!open.begun) void this.#tell(id, open.state, "stopped", null);
  }

  /** Ends all jobs at once, without a word: this probe is refused. What was found out is kept. */
  abandon(): void {
    this.#abandonOpen();
    this.#held.clear();
  }

  /** Ends all jobs without a word, so that the server hands them out again. Fulfils when what was found out is on disk. */
  async close(): Promise<void> {
    this.#abandonOpen();
    await this.#turn;
    await this.#tools.outbox.flush();
  }

  #abandonOpen(): void {
    for (const open of this.#open.values()) {
      open.why ??= "abandoned";
      open.ended.abort();
    }
    this.#open.clear();
  }

  async #carryOut(id: string, open: Open<Job, State>): Promise<void> {
    open.begun = true;
    const { log } = this.#tools;
    const label = this.#kind.labelOf(open.job);
    const startedAt = performance.now();
    log.info(label, `${this.#kind.noun} begins`);
    const error = await this.#failureOf(open);
    const outcome = open.why ?? (error === null ? "completed" : "failed");
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    log.info({ ...label, outcome, error, seconds }, `${this.#kind.noun} has ended`);
    if (outcome !== "abandoned") await this.#tell(id, open.state, outcome, error);
  }

  /** @returns a sentence when it failed; nothing for what was ended: what it says then is about its end. */
  async #failureOf(open: Open<Job, State>): Promise<string | null> {
    try {
      await this.#kind.carryOut(open);
      return null;
    } catch (error) {
      return open.signal.aborted ? null : this.#kind.sentenceOf(error, open.job);
    }
  }

  async #tell(id: string, state: State, outcome: JobOutcome, error: string | null): Promise<void> {
    const { outbox, clock } = this.#tools;
    const at = Math.round(clock.now());
    const end = { outcome, at, error: error === null ? null : shortened(error, longestError) };
    const told = outbox.add(this.#kind.endMessage(id, end, state));
    // Without the job: what it takes to do it, a secret at that, is not kept while its messages wait.
    this.#held.set(id, { state, endIs: outbox.added });
    this.#open.delete(id);
    await told;
    await outbox.flush();
  }
}
