import { latin1 } from "../../bytes.ts";
import { cpeOf } from "../../products/product.ts";
import type { Line } from "../line.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";
import { type BsonDocument, readBson, writeBson } from "./bson.ts";

const opMsg = 2013;
const opReply = 1;

/** The wire protocol of MongoDB 3.6 and later (its manual, "MongoDB Wire Protocol"). */
export const mongodb: Protocol = {
  name: "mongodb",
  ports: [27017, 27018, 27019],
  // `isMaster` is the old name of `hello`: every version knows it.
  opening: () => message(1, { isMaster: 1, $db: "admin" }),
  whole: isWhole,
  // It reads HTTP well enough to answer it in words.
  betrays: (bytes) => /access MongoDB over HTTP/.test(latin1(bytes.subarray(0, 512))),
  recognise: (bytes) => {
    const reply = readReply(bytes);
    if (reply === null || !("maxWireVersion" in reply || "ismaster" in reply || "ok" in reply))
      return null;
    const set = reply["setName"];
    const role =
      reply["msg"] === "isdbgrid"
        ? "router of a cluster"
        : typeof set === "string"
          ? `replica set ${set}`
          : null;
    return {
      product: "MongoDB",
      cpes: [cpeOf("mongodb:mongodb")],
      confidence: 70,
      ...(role === null ? {} : { extraInfo: role }),
      banner: `isMaster: wire versions ${numberOf(reply["minWireVersion"])} to ${numberOf(reply["maxWireVersion"])}`,
    };
  },
  examine,
};

function numberOf(value: unknown): string {
  return typeof value === "number" ? String(value) : "?";
}

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  const build = await ask(line, 2, { buildInfo: 1, $db: "admin" });
  const databases = await ask(line, 3, { listDatabases: 1, nameOnly: true, $db: "admin" });
  if (build === null || databases === null) return { ...found, unsettled: true };
  const told = build["version"];
  const version = typeof told === "string" && /^\d[\w.+-]{0,40}$/.test(told) ? told : null;
  return {
    ...found,
    ...(version === null
      ? {}
      : { version, cpes: [cpeOf("mongodb:mongodb", version)], confidence: 80 }),
    observations: databases["ok"] === 1 && "databases" in databases ? ["open_access"] : [],
  };
}

async function ask(
  line: Line,
  id: number,
  question: Readonly<Record<string, string | number | boolean>>,
): Promise<BsonDocument | null> {
  line.say(message(id, question));
  const { bytes } = await line.hear({ whole: isWhole });
  return readReply(bytes);
}

/** Header of four numbers, flags, and one section of kind 0: the document. */
function message(
  id: number,
  question: Readonly<Record<string, string | number | boolean>>,
): Buffer {
  const document = writeBson(question);
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + document.length, 0);
  head.writeInt32LE(id, 4);
  head.writeInt32LE(opMsg, 12);
  return Buffer.concat([head, document]);
}

function isWhole(bytes: Buffer): boolean {
  return bytes.length >= 16 && (bytes.length >= bytes.readInt32LE(0) || !isHead(bytes));
}

function isHead(bytes: Buffer): boolean {
  const length = bytes.readInt32LE(0);
  const kind = bytes.readInt32LE(12);
  return length >= 26 && length < 48_000_000 && (kind === opMsg || kind === opReply);
}

function readReply(bytes: Buffer): BsonDocument | null {
  if (bytes.length < 26 || !isHead(bytes)) return null;
  // OP_REPLY has its cursor's 20 bytes in front of the document.
  return readBson(bytes.subarray(bytes.readInt32LE(12) === opMsg ? 21 : 36));
}
