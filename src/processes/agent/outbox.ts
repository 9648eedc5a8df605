import { join } from "node:path";
import type { Logger } from "#lib/logger";
import type { ServerClock } from "#remote/link";
import { type Spool, openSpool } from "#remote/spool";

/** What one agent has to tell its server of its audits: kept on disk, and sent in order. */
export interface Outbox {
  readonly spool: Spool;
  /** Keeps one message, as JSON. Fulfils when it is on disk. */
  add(messageJson: string): Promise<void>;
  /** Messages that were ever added, with those that an earlier process left. */
  readonly added: number;
  /** Of them, those that have left: in their order, so that the N-th is gone when this is at least N. */
  readonly gone: number;
}

/** The most messages that the server takes at once. */
export const mostMessages = 20;
/** A server that is away for longer has given the audits up. */
const maxAgeMs = 7 * 86_400_000;
/** Some twenty outcomes with the largest ARF each. */
const maxBytes = 256 * 1024 * 1024;

/** Opens the spool of one agent's messages, with what an earlier process left there. */
export async function openOutbox(options: {
  directory: string;
  clock: ServerClock;
  log: Logger;
}): Promise<Outbox> {
  const { directory, clock, log } = options;
  const spool = await openSpool({
    directory: join(directory, "spool"),
    now: () => (clock.synced ? clock.now() : null),
    log,
    maxAgeMs,
    maxBytes,
    joinedItems: mostMessages,
  });
  let added = spool.status().items;
  let waiting = 0;
  return {
    spool,
    async add(messageJson) {
      added++;
      waiting++;
      try {
        await spool.append(messageJson, 1, Math.round(clock.now()));
      } finally {
        waiting--;
      }
    },
    get added() {
      return added;
    },
    get gone() {
      return added - waiting - spool.status().items;
    },
  };
}
