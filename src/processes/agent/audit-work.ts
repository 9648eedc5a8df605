import type { Logger } from "#lib/logger";
import type { ServerClock } from "#remote/link";
import type { AuditProgress, CheckIn } from "#wire/agent.v1";
import { type AuditEnd, type Auditor, failed } from "./auditor.ts";
import type { HostSystem } from "./install-hint.ts";
import type { Outbox } from "./outbox.ts";

/** What the audits of one agent need. */
export interface AuditWorkOptions {
  auditor: Auditor;
  outbox: Outbox;
  /** Of the host; `null`: not known yet. */
  system: () => HostSystem | null;
  clock: ServerClock;
  log: Logger;
}

/** An audit from the moment it was handed to us until its outcome has left. */
interface Held {
  progress: AuditProgress | null;
  /** The number of its outcome in the outbox; `null`: it is under way or in line. */
  outcomeIs: number | null;
}

interface Audit extends Held {
  readonly jobId: string;
  readonly job: unknown;
  readonly ended: AbortController;
  begun: boolean;
  /** Why it was ended before it was done. `abandoned`: without a word. */
  why: "stopped" | "abandoned" | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** As many as a check-in can name. */
const mostHeld = 1000;

/** The audits of one agent: one after another, whether or not the server can be reached. */
export class AuditWork {
  readonly #options: AuditWorkOptions;
  readonly #held = new Map<string, Held>();
  /** Of them, those that are not done. */
  readonly #open = new Map<string, Audit>();
  #leftover: number;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: AuditWorkOptions) {
    this.#options = options;
    this.#leftover = options.outbox.added;
  }

  /**
   * Whether the server has the outcomes that an earlier process, or one that was refused, had left. Without them, it would hand
   * the same audits out again.
   */
  get mayAsk(): boolean {
    return this.#options.outbox.gone >= this.#leftover;
  }

  /** Audits under way or in line, and those whose outcome is still here. */
  held(): CheckIn["audits"] {
    const { gone } = this.#options.outbox;
    for (const [jobId, { outcomeIs }] of this.#held) {
      if (outcomeIs !== null && gone >= outcomeIs) this.#held.delete(jobId);
    }
    return [...this.#held].map(([jobId, { progress }]) => ({ jobId, progress }));
  }

  /** How many are not done yet. */
  get unfinished(): number {
    return this.#open.size;
  }

  /**
   * Takes an audit on; one that is here already is not begun twice. What a newer server says in another way is answered as a
   * failure when its turn comes, and keeps the others from nothing.
   */
  take(job: unknown): void {
    const { log } = this.#options;
    const jobId = idOf(job);
    if (jobId === null) return log.error({}, "an audit without an id is not carried out");
    if (this.#held.has(jobId)) return;
    if (this.#held.size >= mostHeld) return log.error({ jobId }, "too many audits at once");
    const audit: Audit = {
      jobId,
      job,
      ended: new AbortController(),
      begun: false,
      why: null,
      progress: null,
      outcomeIs: null,
    };
    this.#held.set(jobId, audit);
    this.#open.set(jobId, audit);
    this.#turn = this.#turn.then(async () => {
      if (audit.why === null) await this.#carryOut(audit);
    });
  }

  /** Ends an audit at once, and says so. */
  stop(jobId: string): void {
    const audit = this.#open.get(jobId);
    if (audit === undefined || audit.why !== null) return;
    audit.why = "stopped";
    audit.ended.abort();
    // In line behind another one: it need not wait for that to hear its end.
    if (!audit.begun) void this.#tell(audit, this.#stopped(jobId));
  }

  /** Ends all audits at once, without a word: this agent is refused. */
  abandon(): void {
    this.#abandonOpen();
    this.#held.clear();
    this.#leftover = this.#options.outbox.added;
  }

  /** Ends all audits without a word, so that the server hands them out again. Fulfils when nothing of them runs. */
  async close(): Promise<void> {
    this.#abandonOpen();
    await this.#turn;
  }

  #abandonOpen(): void {
    for (const audit of this.#open.values()) {
      audit.why ??= "abandoned";
      audit.ended.abort();
    }
    this.#open.clear();
  }

  async #carryOut(audit: Audit): Promise<void> {
    audit.begun = true;
    const { auditor, clock, log, system } = this.#options;
    const { jobId, job } = audit;
    const startedAt = performance.now();
    log.info({ jobId }, "an audit begins");
    const end = await auditor.audit(jobId, job, {
      system: system(),
      signal: audit.ended.signal,
      now: () => clock.now(),
      onProgress: (progress) => {
        audit.progress = { ...progress };
      },
      warn: (sentence) => log.warn({ jobId }, sentence),
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const { outcome, error } = audit.why === null ? end : { outcome: audit.why, error: null };
    log.info({ jobId, outcome, error, seconds }, "an audit has ended");
    if (audit.why === "abandoned") return;
    await this.#tell(audit, audit.why === "stopped" ? this.#stopped(jobId) : end);
  }

  async #tell(audit: Audit, { messages }: AuditEnd): Promise<void> {
    const { outbox } = this.#options;
    const told = messages.map((message) => outbox.add(message));
    audit.outcomeIs = outbox.added;
    this.#open.delete(audit.jobId);
    await Promise.all(told);
  }

  #stopped(jobId: string): AuditEnd {
    const why = "It was stopped because the server asked for it.";
    return failed(jobId, this.#options.clock.now(), "stopped", why);
  }
}

function idOf(job: unknown): string | null {
  if (typeof job !== "object" || job === null || !("jobId" in job)) return null;
  const { jobId } = job;
  return typeof jobId === "string" && uuid.test(jobId) ? jobId : null;
}
