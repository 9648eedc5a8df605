import { createGate } from "#lib/gate";
import { printableLine } from "#lib/printable";
import { createRoom } from "#lib/room";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import type { Registry } from "#platform/metrics";
import {
  type Body,
  type ChangeFeed,
  createChangeFeed,
  createLastSeen,
  refusingBadData,
} from "#platform/remote-parts";
import type {
  AuditJob,
  AuditProgress,
  CheckIn,
  CheckInReply,
  InventoryReply,
  InventoryUpdate,
  JobMessage,
  ResultsReply,
} from "#wire/agent.v1";
import { createAgentAllowance } from "./agent-allowance.ts";
import { type AgentHealth, type CallingAgent, agentNewsChannel } from "./agent.ts";
import type { FoundBundle } from "./bundle-reply.ts";
import { countIntake, showHealth } from "./agent-metrics.ts";
import { revoked } from "./authenticate-agent.ts";
import { findStanding } from "./enrolment.queries.ts";
import { type AgentSighting, updateLastSeen } from "./last-seen.queries.ts";
import { readCheckIn, readInventoryUpdate, readResultBatch } from "./read-messages.ts";

/** What an agent's check-in says of its audits. */
export interface JobsAtAgent {
  tenantId: string;
  agentId: string;
  /** Jobs that it is working on, or whose outcome it still holds. */
  holding: string[];
  progress: { id: string; progress: AuditProgress }[];
  /** Unix epoch milliseconds. */
  now: number;
}

/** Which agent it is about. */
export interface AgentKey {
  tenantId: string;
  agentId: string;
}

/** What the server needs to serve agents. */
export interface AgentIntakeOptions {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
  /** Milliseconds that only ever grow. Default: those of this process. */
  monotonic?: () => number;
  registry: Registry;
  /** Takes note of the progress and says what the agent should begin or stop. */
  offerJobs: (
    database: Database,
    jobs: JobsAtAgent,
  ) => Promise<{ jobs: AuditJob[]; stop: string[] }>;
  /** Takes in an inventory; not accepted: its `base` is not what the server has. */
  recordInventory: (agent: AgentKey, update: InventoryUpdate) => Promise<{ accepted: boolean }>;
  /** Takes in a batch, all or nothing. */
  recordMessages: (agent: AgentKey, messages: JobMessage[]) => Promise<{ recorded: number }>;
  /** gzip of a data stream that an open job of the agent names, by the hash of the XML; `null`: there is none. */
  findBundle: (agent: AgentKey, sha256: string) => Promise<Buffer | null>;
  /** Told every few seconds who was heard of; told again what it fails at. */
  onSeen: (sightings: AgentSighting[]) => Promise<void>;
}

/** The server's side of its agents: hands out audits, takes in inventories and outcomes, knows who was heard of. */
export interface AgentIntake {
  readonly database: Database;
  readonly now: () => number;
  /**
   * Counts a request as under way, before its body is read.
   *
   * @param isWork whether more is done for it than a check-in needs.
   * @returns what ends it; a number: the agent took too much of the server, and may come again after so many seconds.
   */
  begin(agent: CallingAgent, isWork: boolean): (() => void) | number;
  /**
   * Waits until there is room for a body, before it is read: until then it stays on the agent's side.
   *
   * @param caller aborts when the agent has gone.
   * @returns what gives the room back.
   * @throws Problem `unavailable` when it takes too long.
   */
  makeRoom(agent: CallingAgent, bytes: number, caller: AbortSignal): Promise<() => void>;
  /**
   * Answers at once when there is something to begin or to stop, or the inventory is not the one that the agent believes,
   * else when there is or the time is over.
   *
   * @throws Problem `invalid_request`; `unauthorized` when the agent was revoked while it waits.
   */
  checkIn(agent: CallingAgent, body: Body, givenUp: AbortSignal): Promise<CheckInReply>;
  /** @throws Problem `invalid_request` for a bad inventory; `unavailable` when too many wait already. */
  inventory(agent: CallingAgent, body: Body): Promise<InventoryReply>;
  /** @throws Problem `invalid_request` for a bad batch; `unavailable` when too many wait already. */
  results(agent: CallingAgent, body: Body): Promise<ResultsReply>;
  /** @throws Problem `not_found` when no open job of the agent names it; `unavailable` when too many wait already. */
  bundle(agent: CallingAgent, sha256: string): Promise<FoundBundle>;
  /** Ends all waits, since the server stops. */
  endWaits(): void;
  close(): Promise<void>;
}

/** The longest that a check-in is held, in milliseconds: proxies end requests that take longer than 30 s. */
const longestWaitMs = 25_000;
/** Bodies that are worked on at once. More would only share the same processor and hold more memory. */
const bodiesAtOnce = 4;
/** A hundred hosts that are audited at the same time deliver at the same time. */
const bodiesWaiting = 200;
/** Bytes of bodies that are held: a hundred outcomes without or with a usual ARF, or four of the largest. */
const bytesHeld = 64 * 1024 * 1024;
/** Bytes of one agent's: none can take the room of all others. It is the largest body. */
const bytesOfOne = 16 * 1024 * 1024;
/** How long a body waits for its room, in milliseconds: a request must have arrived as a whole within 60 s. */
const longestRoomWaitMs = 20_000;

/** What is noted of an agent with the time it was last heard of. */
type Said = Pick<CheckIn, "version" | "hostname"> & { health: AgentHealth };

/** Opens the intake. It needs the database to listen on. */
export async function createAgentIntake(options: AgentIntakeOptions): Promise<AgentIntake> {
  const { database, now, registry, onSeen } = options;
  const feed = await createChangeFeed(database, agentNewsChannel);
  const lastSeen = createLastSeen<Said>({
    part: "agent",
    async write(sightings) {
      const written = await updateLastSeen(database.system, sightings);
      await onSeen(written);
      return written.map(({ agentId }) => agentId);
    },
    now,
    log: options.log,
  });
  const gate = createGate(bodiesAtOnce, bodiesWaiting);
  const room = createRoom({ total: bytesHeld, perOwner: bytesOfOne });
  const stopping = new AbortController();
  const allowance = createAgentAllowance();
  const monotonic = options.monotonic ?? (() => performance.now());
  const count = countIntake(registry);
  showHealth(registry, () => lastSeen.health().map(({ health }) => health));

  async function inTurn<T extends object>(
    { id }: CallingAgent,
    what: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const reply = await gate.run(async () => {
      const begunAt = monotonic();
      try {
        return await work();
      } finally {
        const now = monotonic();
        allowance.charge(id, now - begunAt, now);
      }
    });
    if (reply !== undefined) return reply;
    throw new Problem("unavailable", `Too many ${what} of agents wait already.`);
  }

  return {
    database,
    now,

    begin(agent, isWork) {
      const waitSec = isWork ? allowance.waitSec(agent.id, monotonic()) : 0;
      return waitSec > 0 ? waitSec : (allowance.begin(agent.id) ?? longestWaitMs / 1000);
    },

    async makeRoom({ id }, bytes, caller) {
      const tooLong = AbortSignal.timeout(longestRoomWaitMs);
      const givenUp = AbortSignal.any([caller, tooLong, stopping.signal]);
      const leave = await room.take(id, bytes, givenUp);
      if (leave !== null) return leave;
      throw new Problem("unavailable", "Too much of what agents send is on its way already.");
    },

    async checkIn(agent, body, givenUp) {
      const said = await readCheckIn(body);
      lastSeen.note(agent, saidIn(said));
      return await newsFor(agent, said, givenUp, { ...options, feed });
    },

    inventory: (agent, body) =>
      inTurn(agent, "inventories", async () => {
        const update = await readInventoryUpdate(body);
        const { accepted } = await refusingBadData(options.recordInventory(keyOf(agent), update));
        lastSeen.note(agent);
        (accepted ? count.accepted : count.baseUnknown).add(1);
        return { accepted, serverTime: now() };
      }),

    results: (agent, body) =>
      inTurn(agent, "results", async () => {
        const { messages } = await readResultBatch(body);
        const { recorded } = await refusingBadData(options.recordMessages(keyOf(agent), messages));
        lastSeen.note(agent);
        count.recorded.add(recorded);
        count.ignored.add(messages.length - recorded);
        return { recorded, serverTime: now() };
      }),

    bundle: (agent, sha256) =>
      inTurn(agent, "requests for bundles", async () => {
        const gzip = await options.findBundle(keyOf(agent), sha256);
        if (gzip === null) {
          throw new Problem("not_found", "No audit that this agent has to do needs this bundle.");
        }
        return { sha256, gzip, serverTime: now() };
      }),

    endWaits() {
      stopping.abort();
      feed.endWaits();
    },

    async close() {
      feed.endWaits();
      await feed.close();
      await lastSeen.close();
    },
  };
}

/**
 * A check-in without news costs a look at the agent's open jobs, and nothing more however long it is held: who the agent is
 * and which inventory it sent, its authentication told.
 */
async function newsFor(
  agent: CallingAgent,
  said: CheckIn,
  givenUp: AbortSignal,
  deps: AgentIntakeOptions & { feed: ChangeFeed },
): Promise<CheckInReply> {
  const { database, now } = deps;
  const holding = said.audits.map(({ jobId }) => jobId);
  let progress = said.audits.flatMap(({ jobId, progress: far }) =>
    far === null ? [] : [{ id: jobId, progress: far }],
  );
  const deadline = performance.now() + Math.min(said.waitMs, longestWaitMs);
  const watch = deps.feed.watch(agent.id);
  try {
    for (let revision = agent.inventoryRevision; ; revision = await revisionOf(agent, database)) {
      const asked = { ...keyOf(agent), holding, progress, now: now() };
      const { jobs, stop } = await deps.offerJobs(database, asked);
      progress = [];
      const inventoryKnown = said.inventory !== null && said.inventory === revision;
      const reply = { inventoryKnown, jobs, stop, serverTime: now() };
      const isMistaken = said.inventory !== null && !inventoryKnown;
      const isNews = jobs.length > 0 || stop.length > 0 || isMistaken;
      const leftMs = deadline - performance.now();
      if (isNews || leftMs <= 0 || givenUp.aborted || watch.ended) return reply;
      const mayHaveChanged = await watch.wait(leftMs, givenUp);
      if (!mayHaveChanged || givenUp.aborted) return { ...reply, serverTime: now() };
    }
  } finally {
    watch.stop();
  }
}

async function revisionOf(agent: CallingAgent, database: Database): Promise<string | null> {
  const standing = await findStanding(database.forTenant(agent.tenantId), agent.tenantId, agent.id);
  if (standing === null) throw revoked();
  return standing.inventoryRevision;
}

function keyOf({ tenantId, id }: CallingAgent): AgentKey {
  return { tenantId, agentId: id };
}

function saidIn(said: CheckIn): Said {
  const { version, hostname, privileged, oscap, spooled, audits, bootedAt } = said;
  return {
    version: printableLine(version),
    hostname: printableLine(hostname).trim(),
    health: {
      privileged,
      oscap: oscap === null ? null : printableLine(oscap),
      spooled,
      audits: audits.length,
      bootedAt,
    },
  };
}
