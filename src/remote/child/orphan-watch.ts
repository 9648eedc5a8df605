import { setTimeout as pause } from "node:timers/promises";
import { workerData } from "node:worker_threads";

/*
 * A thread beside the work: while that computes without end, it hears nothing of its parent's death, and nobody else would end it.
 */

/** Between two looks. */
const everyMs = 1000;

/** What the thread is given. */
export interface OrphanWatch {
  /** The parent's process id; who takes its children over has another. */
  readonly parent: number;
  /** How long the work may take to end by itself. */
  readonly endWithinMs: number;
}

const { parent, endWithinMs }: OrphanWatch = workerData;
while (process.ppid === parent) await pause(everyMs);
await pause(endWithinMs);
process.kill(process.pid, "SIGKILL");
