/**
 * Simulated 48-port switches for the SNMP benchmarks, fast enough not to be what is measured: every answer is made once.
 * Started by `startSwitches` as a process of its own: `node snmp-agent.ts` and a line of JSON.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { BerReader } from "../../src/engines/checks/snmp/codec/ber-reader.ts";
import { BerWriter } from "../../src/engines/checks/snmp/codec/ber-writer.ts";
import { readPdu, writePdu } from "../../src/engines/checks/snmp/codec/pdu.ts";
import { AgentTable, answerFrom } from "../../src/engines/checks/snmp/test-agent.ts";
import { switchObjects } from "./switch-objects.ts";

/** What an answer may weigh: a packet. */
const mostOctets = 1400;

export interface Switches {
  addresses: readonly string[];
  port: number;
  /** Varbinds in ifTable and ifXTable together. */
  varbinds: number;
  close(): Promise<void>;
}

/** Starts `count` switches on 127.0.4.1 and after, on core 1 when there are two. Community `public`. */
export async function startSwitches(count: number, ports = 48): Promise<Switches> {
  const addresses = Array.from({ length: count }, (_, index) => `127.0.4.${index + 1}`);
  const cores = Number(spawnSync("nproc", ["--all"], { encoding: "utf8" }).stdout);
  const [program, ...rest] = [
    ...(cores >= 2 ? ["taskset", "-c", "1"] : []),
    process.execPath,
    import.meta.filename,
    JSON.stringify({ addresses, ports }),
  ];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { addresses, port: Number(line), varbinds: ports * 41, close: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Answers datagrams; what follows the request id decides the answer, so it is made once for each. */
function createAgent(table: AgentTable): (datagram: Buffer) => Buffer {
  const writer = new BerWriter();
  const tails = new Map<string, Buffer>();
  return (datagram) => {
    const reader = new BerReader(datagram);
    reader.enter(0x30, "the message");
    const headAt = reader.position;
    reader.integer("the version");
    reader.octets("the community");
    const pduAt = reader.position;
    reader.anyHeader("the PDU");
    const idAt = reader.position;
    reader.integer("the request id");
    const restAt = reader.position;
    const key = datagram.toString("latin1", restAt) + String(datagram[pduAt]);
    let tail = tails.get(key);
    if (tail === undefined) {
      tail = makeTail(table, datagram, pduAt, writer);
      tails.set(key, tail);
    }
    writer.reset();
    const mark = writer.mark;
    writer.raw(tail);
    writer.raw(datagram.subarray(idAt, restAt));
    writer.wrap(0xa2, mark);
    writer.raw(datagram.subarray(headAt, pduAt));
    writer.wrap(0x30, mark);
    return writer.take();
  };
}

/** Error fields and varbinds of the answer. */
function makeTail(table: AgentTable, datagram: Buffer, pduAt: number, writer: BerWriter): Buffer {
  const request = readPdu(new BerReader(datagram, pduAt));
  for (let most = 200; ; most--) {
    const answer = answerFrom(table, request, 1, most);
    writer.reset();
    writePdu(writer, answer);
    const reader = new BerReader(writer.take());
    if (reader.bytes.length > mostOctets && most > 1) continue;
    reader.anyHeader("the PDU");
    reader.integer("the request id");
    return reader.bytes.subarray(reader.position);
  }
}

async function serve(addresses: readonly string[], ports: number): Promise<void> {
  const agent = createAgent(new AgentTable(switchObjects(ports)));
  let port = 0;
  for (const address of addresses) {
    const socket = createSocket({ type: "udp4", recvBufferSize: 1 << 20 });
    socket.on("message", (datagram, from) => {
      socket.send(agent(datagram), from.port, from.address);
    });
    socket.bind(port, address);
    await once(socket, "listening");
    port = socket.address().port;
  }
  process.stdout.write(`${port}\n`);
}

if (import.meta.main) {
  const { addresses, ports } = JSON.parse(process.argv[2] ?? "");
  await serve(addresses, ports);
}
