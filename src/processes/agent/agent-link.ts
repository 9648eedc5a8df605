import { hostname, uptime } from "node:os";
import { gzip } from "#lib/gzip";
import type { Logger } from "#lib/logger";
import { sleep } from "#lib/sleep";
import {
  ContentRefused,
  type Identity,
  type ServerClock,
  createReach,
  createServerLink,
  replyCheck,
} from "#remote/link";
import { type SendOutcome, type SpooledBatch, uploadUntilAborted } from "#remote/spool";
import type { CheckIn, CheckInReply, InventoryReply, ResultsReply } from "#wire/agent.v1";
import type { AuditWork } from "./audit-work.ts";
import type { EngineVersion } from "./engine-version.ts";
import type { InventoryKeeper } from "./inventory-keeper.ts";
import { type Outbox, mostMessages } from "./outbox.ts";
import type { Rhythm } from "./rhythm.ts";

// Jobs one by one: an audit that a newer server describes in another way must not keep the others from being done. What
// carries it out checks it by the schema.
type LenientReply = Omit<CheckInReply, "jobs" | "stop"> & { jobs: unknown[]; stop: unknown[] };
const checkInReply = replyCheck<LenientReply>({
  inventoryKnown: "boolean",
  jobs: "array",
  stop: "array",
  serverTime: "number",
});
const inventoryReply = replyCheck<InventoryReply>({ accepted: "boolean", serverTime: "number" });
const resultsReply = replyCheck<ResultsReply>({ recorded: "number", serverTime: "number" });

const answerWithinMs = 15_000;
const uploadTimeoutMs = 60_000;
/** How often it is looked whether the outcomes of an earlier process have left. */
const lookMs = 250;
/** A batch is one large message, or as many small ones. */
const mostDecodedBytes = 10 * 1024 * 1024;
const batchBegin = await gzip('{"messages":[');
const batchEnd = await gzip("]}");

const sentences = {
  refused: "the server refuses this agent: it does nothing but ask again once a minute",
  away: "the server cannot be reached: audits go on, and their outcomes are kept",
};

/** One agent (one enrolment): what it is to do, and the way of what it found out to the server. */
export interface AgentLinkOptions {
  identity: Identity;
  version: string;
  clock: ServerClock;
  inventory: InventoryKeeper;
  engine: EngineVersion;
  work: AuditWork;
  outbox: Outbox;
  rhythm: Rhythm;
  log: Logger;
  /** The server does not accept the credential. */
  onRefused: () => void;
}

/**
 * Checks in, tells the inventory and sends outcomes until the signal ends it. What the network and the server do never ends it;
 * when it ends, the audits go on.
 */
export async function runAgentLink(options: AgentLinkOptions, signal: AbortSignal): Promise<void> {
  const { identity, inventory, engine, work, outbox, rhythm, log, clock } = options;
  const { server, credential } = identity;
  const link = createServerLink({ server, credential, clock, signal });
  const reach = createReach(log, sentences, options.onRefused);
  let refused = false;

  /** @returns whether there was news. */
  async function checkIn(waitMs: number): Promise<boolean> {
    const message: CheckIn = {
      version: options.version,
      hostname: hostname().slice(0, 255),
      bootedAt: inventory.host?.bootedAt ?? Math.round(Date.now() - uptime() * 1000),
      privileged: process.getuid?.() === 0,
      oscap: await engine.version(),
      inventory: inventory.told,
      audits: work.held(),
      spooled: outbox.added - outbox.gone,
      waitMs,
    };
    const body = await gzip(JSON.stringify(message));
    const path = "/remote/v1/agent/check-in";
    const news = await link.post(path, body, checkInReply, waitMs + answerWithinMs);
    succeeded();
    if (!news.inventoryKnown) await inventory.forgotten();
    for (const job of news.jobs) work.take(job);
    for (const jobId of news.stop) if (typeof jobId === "string") work.stop(jobId);
    return news.jobs.length + news.stop.length > 0;
  }

  async function tellInventory(): Promise<void> {
    for (let update = await inventory.next(); update !== null; update = await inventory.next()) {
      const body = await gzip(JSON.stringify(update));
      const path = "/remote/v1/agent/inventory";
      try {
        const { accepted } = await link.post(path, body, inventoryReply, uploadTimeoutMs);
        if (accepted) await inventory.accepted();
        else if (update.base === null) return inventory.refused("it does not take all of it");
        else await inventory.forgotten();
      } catch (error) {
        if (!(error instanceof ContentRefused)) throw error;
        inventory.refused(error.message);
      }
      succeeded();
    }
  }

  function succeeded(): void {
    reach.succeeded();
    refused = false;
  }

  function failed(error: unknown): void {
    refused = reach.failed(error);
    if (refused) work.abandon();
  }

  /** @returns whether the inventory was read. */
  async function look(): Promise<boolean> {
    const looked = await inventory.look();
    if (looked === "packages changed") engine.mayHaveChanged();
    return looked !== "not read";
  }

  async function turn(): Promise<boolean> {
    // Who is refused does nothing but ask.
    const before = !refused && (await look());
    const isBusy = inventory.hasNews || work.held().length > 0;
    const hasNews = await checkIn(isBusy ? 0 : rhythm.heldMs);
    const after = !inventory.hasNews && (await look());
    await tellInventory();
    if (before || after) giveBack();
    return hasNews || work.held().length > 0;
  }

  async function followServer(): Promise<void> {
    const startedAt = performance.now();
    while (!signal.aborted) {
      if (!work.mayAsk) {
        await sleep(lookMs, signal);
        continue;
      }
      const begunAt = performance.now();
      try {
        const isBusy = await turn();
        const isNew = begunAt - startedAt < rhythm.eagerMs;
        const everyMs = isBusy || isNew ? rhythm.busyMs : rhythm.idleMs + spread(rhythm.spreadMs);
        await sleep(Math.max(0, begunAt + everyMs - performance.now()), signal);
      } catch (error) {
        if (signal.aborted) return;
        failed(error);
        await sleep(reach.pauseMs(), signal);
      }
    }
  }

  async function send(batch: SpooledBatch): Promise<SendOutcome> {
    const body = Buffer.concat([batchBegin, batch.payload, batchEnd]);
    try {
      await link.post("/remote/v1/agent/results", body, resultsReply, uploadTimeoutMs);
      succeeded();
      return { kind: "accepted" };
    } catch (error) {
      if (error instanceof ContentRefused) return { kind: "refused", reason: error.message };
      if (!signal.aborted) failed(error);
      return { kind: "later" };
    }
  }

  const limits = { maxItems: mostMessages, maxDecodedBytes: mostDecodedBytes };
  const { spool } = outbox;
  const upload = { ...limits, spool, send, log, signal, pauseMs: () => reach.pauseMs() };
  await Promise.all([followServer(), uploadUntilAborted(upload)]);
}

/** A random time up to so much earlier or later, so that a thousand agents do not come at once. */
function spread(mostMs: number): number {
  return (Math.random() * 2 - 1) * mostMs;
}

/** What an inventory was read from is more than all that an idle agent holds: the launcher lets us give it back at once. */
function giveBack(): void {
  globalThis.gc?.();
}
