import { join } from "node:path";
import type { Logger } from "#lib/logger";
import type { ServerClock } from "#remote/link";
import { type Spool, openSpool } from "#remote/spool";
import type { ProbeMessage } from "#wire/probe.v1";
import { createMessageBuffer } from "./message-buffer.ts";

/** What one probe has to tell its server: kept on disk, and sent in order. */
export interface Outbox {
  readonly spool: Spool;
  /** Fulfils when there is room for more. */
  add(message: ProbeMessage): Promise<void>;
  /** Messages that were ever added, with those that an earlier process left. */
  readonly added: number;
  /** Of them, those that have left: in their order, so that the N-th is gone when this is at least N. */
  readonly gone: number;
  /** Fulfils when all that was added is on disk. */
  flush(): Promise<void>;
}

/** The most messages that the server takes at once. */
export const mostMessages = 500;
/** A server that is away for longer has given the runs and assessments up. */
const maxAgeMs = 7 * 86_400_000;

/** Opens the spool of one probe's messages, with what an earlier process left there. */
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
    joinedItems: mostMessages,
  });
  const buffer = createMessageBuffer({
    append: (json, messages) => spool.append(json, messages, Math.round(clock.now())),
    onError: (error) => log.error({ err: error, directory }, "reports were lost"),
  });
  let added = spool.status().items;
  return {
    spool,
    async add(message) {
      added++;
      await buffer.add(message);
    },
    get added() {
      return added;
    },
    get gone() {
      return added - buffer.waiting - spool.status().items;
    },
    flush: () => buffer.flush(),
  };
}
