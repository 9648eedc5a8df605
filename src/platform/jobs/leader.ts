import { setTimeout as pause } from "node:timers/promises";
import { type Database, type Tx, tryLock } from "#platform/db";
import type { Log } from "#platform/log";
import { allowLongWait, stillThere } from "./periodic.queries.ts";

/** Something that one replica of the server runs while it is the leader for it. */
export interface LeaderWork {
  /** Also the name of the lock. */
  readonly name: string;
  /** Called when this replica became the leader; resolves to what ends it. */
  start(): Promise<{ stop(): Promise<void> }>;
}

/** A replica's part in it. */
export interface Leadership {
  /** `seeking` until it is known who leads; `standby` while another replica does. */
  readonly role: "seeking" | "leading" | "standby";
  stop(): Promise<void>;
}

/**
 * Runs the work on one replica at a time, for as long as that replica lives: the leader holds an advisory lock in an open
 * transaction, so that it passes to another within seconds when the leader dies. A leader that loses the database goes on
 * with its work, and gives it up only when it finds that another one has the lock.
 *
 * @param deps.everyMs how often a replica that does not lead tries to, and one that does looks whether it still holds the lock.
 */
export function lead(
  work: LeaderWork,
  deps: { database: Database; log: Log; everyMs?: number },
): Leadership {
  const { everyMs = 2_000 } = deps;
  const stopped = new AbortController();
  let role: Leadership["role"] = "seeking";
  let started: { stop(): Promise<void> } | undefined;
  const running = loop();

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await deps.database.transaction("system", async (tx) => {
          await tx.run(allowLongWait, []);
          if (await tryLock(tx, `leader ${work.name}`)) await hold(tx);
          else await standBy();
        });
      } catch (error) {
        deps.log.error({ err: error, work: work.name }, "cannot lead; it will be tried again");
      }
      await wait();
    }
    await giveUp();
  }

  async function hold(tx: Tx): Promise<void> {
    started ??= await work.start();
    role = "leading";
    while (!stopped.signal.aborted) {
      await tx.run(stillThere, []);
      await wait();
    }
    await giveUp();
  }

  async function standBy(): Promise<void> {
    await giveUp();
    role = "standby";
  }

  async function giveUp(): Promise<void> {
    const ending = started;
    started = undefined;
    role = "seeking";
    await ending?.stop();
  }

  async function wait(): Promise<void> {
    await pause(everyMs, undefined, { signal: stopped.signal }).catch((error: unknown) => {
      if (!stopped.signal.aborted) throw error;
    });
  }

  return {
    get role() {
      return role;
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
