/** An SNMP agent for tests and benchmarks: a table of objects behind v1 and v2c, well-behaved unless told otherwise. */
import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { BerWriter } from "./codec/ber-writer.ts";
import { decodeCommunityMessage, encodeCommunityMessage } from "./codec/community-message.ts";
import { compareOids, type Oid } from "./codec/oid.ts";
import type { Pdu, PlainPdu } from "./codec/pdu.ts";
import type { Varbind } from "./codec/varbind.ts";

/** Objects in the order of their names. */
export class AgentTable {
  readonly #sorted: Varbind[];
  readonly #places: Map<Oid, number>;

  constructor(objects: readonly Varbind[]) {
    this.#sorted = objects.toSorted((a, b) => compareOids(a.oid, b.oid));
    this.#places = new Map(this.#sorted.map((varbind, at) => [varbind.oid, at]));
  }

  get(oid: Oid): Varbind | undefined {
    const at = this.#places.get(oid);
    return at === undefined ? undefined : this.#sorted[at];
  }

  /** The first object behind `oid`. */
  next(oid: Oid): Varbind | undefined {
    const at = this.#places.get(oid);
    if (at !== undefined) return this.#sorted[at + 1];
    return this.#sorted.find((varbind) => compareOids(varbind.oid, oid) > 0);
  }
}

/** What an agent with this table answers (RFC 3416 section 4.2, RFC 1157 section 4.1); at most `most` varbinds. */
export function answerFrom(table: AgentTable, request: Pdu, version: 0 | 1, most = 200): PlainPdu {
  const { requestId } = request;
  const plain = { type: "response", requestId, errorStatus: 0, errorIndex: 0 } as const;
  const names = request.varbinds.map((varbind) => varbind.oid);
  if (request.type === "getBulk") return { ...plain, varbinds: bulk(table, request, most) };
  if (names.length > most) return { ...plain, errorStatus: 1, varbinds: [] };
  const varbinds = names.map((oid): Varbind => {
    const found = request.type === "get" ? table.get(oid) : table.next(oid);
    if (found !== undefined) return found;
    return { oid, type: request.type === "get" ? "noSuchInstance" : "endOfMibView", value: null };
  });
  const lacking = varbinds.findIndex((varbind) => varbind.value === null);
  if (version === 1 || lacking < 0) return { ...plain, varbinds };
  return { ...plain, errorStatus: 2, errorIndex: lacking + 1, varbinds: request.varbinds };
}

function bulk(
  table: AgentTable,
  request: Extract<Pdu, { type: "getBulk" }>,
  most: number,
): Varbind[] {
  const after = (oid: Oid): Varbind =>
    table.next(oid) ?? { oid, type: "endOfMibView", value: null };
  const names = request.varbinds.map((varbind) => varbind.oid);
  const varbinds = names.slice(0, request.nonRepeaters).map(after);
  let row = names.slice(request.nonRepeaters);
  for (let repetition = 0; repetition < request.maxRepetitions; repetition++) {
    const found = row.map(after);
    varbinds.push(...found);
    row = found.map((varbind) => varbind.oid);
    if (varbinds.length >= most || row.length === 0) break;
  }
  return varbinds.slice(0, most);
}

/** A request that came, and the means to answer it. */
export interface Incoming {
  pdu: Pdu;
  version: 0 | 1;
  /** From 1. */
  count: number;
  /** The asker's port. */
  fromPort: number;
  /** Sends a PDU back, as the agent would. */
  reply(pdu: PlainPdu): void;
  /** Sends any bytes back. */
  replyRaw(datagram: Buffer): void;
}

export interface TestAgent {
  address: string;
  port: number;
  target: string;
  /** All requests so far, the ones with a wrong community left out. */
  requests: Pdu[];
  /** What the agent holds; may be replaced at any time. */
  table: AgentTable;
  /** What it does with a request; by default it answers from its table. May be replaced at any time. */
  handle(incoming: Incoming): void;
  close(): Promise<void>;
}

/** Starts an agent with the community `public` on a port of its own. */
export async function startTestAgent(
  objects: readonly Varbind[],
  address = "127.0.0.1",
): Promise<TestAgent> {
  const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
  const writer = new BerWriter();
  let closed = false;
  const receive = (datagram: Buffer, from: RemoteInfo) => {
    const { version, community, pdu } = decodeCommunityMessage(datagram);
    if (community.toString() !== "public") return;
    agent.requests.push(pdu);
    const replyRaw = (bytes: Buffer) => {
      if (!closed) socket.send(bytes, from.port, from.address);
    };
    agent.handle({
      pdu,
      version,
      count: agent.requests.length,
      fromPort: from.port,
      replyRaw,
      reply: (answer) =>
        replyRaw(encodeCommunityMessage(writer, { version, community, pdu: answer })),
    });
  };
  const agent: TestAgent = {
    address,
    port: 0,
    target: "",
    requests: [],
    table: new AgentTable(objects),
    handle: ({ pdu, version, reply }) => reply(answerFrom(agent.table, pdu, version)),
    close: async () => {
      closed = true;
      socket.close();
      await once(socket, "close");
    },
  };
  socket.on("message", receive);
  socket.bind(0, address);
  await once(socket, "listening");
  agent.port = socket.address().port;
  agent.target = address.includes(":") ? `[${address}]:${agent.port}` : `${address}:${agent.port}`;
  return agent;
}
