import { latin1 } from "../../bytes.ts";
import { cpeOf } from "../../products/product.ts";
import type { Line } from "../line.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

/** Opcodes of the CQL binary protocol, version 4 (Apache Cassandra's `native_protocol_v4.spec`). */
const opcodes = {
  error: 0,
  startup: 1,
  ready: 2,
  authenticate: 3,
  options: 5,
  supported: 6,
  query: 7,
  result: 8,
};

export const cassandra: Protocol = {
  name: "cassandra",
  ports: [9042],
  opening: () => frame(opcodes.options, Buffer.alloc(0)),
  whole: isWhole,
  recognise: (bytes) => {
    const opcode = opcodeOf(bytes);
    if (opcode !== opcodes.supported && opcode !== opcodes.error) return null;
    if (!/CQL_VERSION|protocol version/.test(latin1(bytes))) return null;
    return { product: "Apache Cassandra", cpes: [cpeOf("apache:cassandra")], confidence: 60 };
  },
  examine,
};

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  const startup = "\0\x01\0\x0bCQL_VERSION\0\x053.0.0";
  const started = await ask(line, opcodes.startup, Buffer.from(startup, "latin1"));
  if (started.length === 0) return { ...found, unsettled: true };
  if (opcodeOf(started) !== opcodes.ready) return { ...found, extraInfo: "asks for a login" };
  const text = "SELECT release_version FROM system.local";
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  // Consistency ONE, no parameters.
  const query = Buffer.concat([length, Buffer.from(text), Buffer.from([0, 1, 0])]);
  const result = await ask(line, opcodes.query, query);
  const version =
    opcodeOf(result) === opcodes.result
      ? /\0\0\0.(\d+\.\d+(?:\.\d+)*[\w-]*)$/s.exec(latin1(result))?.[1]
      : undefined;
  return {
    ...found,
    ...(version === undefined
      ? {}
      : { version, cpes: [cpeOf("apache:cassandra", version)], confidence: 80 }),
    observations: ["open_access"],
  };
}

async function ask(line: Line, opcode: number, body: Buffer): Promise<Buffer> {
  line.say(frame(opcode, body));
  return (await line.hear({ whole: isWhole })).bytes;
}

function frame(opcode: number, body: Buffer): Buffer {
  const head = Buffer.from([4, 0, 0, 0, opcode, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length, 5);
  return Buffer.concat([head, body]);
}

function isWhole(bytes: Buffer): boolean {
  return bytes.length >= 9 && bytes.length >= 9 + bytes.readUInt32BE(5);
}

/** The opcode of a response; the first byte has its highest bit set and the version. */
function opcodeOf(bytes: Buffer): number | null {
  const [version = 0] = bytes;
  return bytes.length >= 9 && version >= 0x81 && version <= 0x86 ? (bytes[4] ?? null) : null;
}
