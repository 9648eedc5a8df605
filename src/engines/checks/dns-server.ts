import { createSocket } from "node:dgram";

/** One answer of the test server: addresses (IPv4 for A, IPv6 for AAAA), or a response code, or silence. */
export type DnsReply =
  | { addresses: readonly string[]; ttlSec: number }
  | { rcode: "NXDOMAIN" | "SERVFAIL" | "REFUSED" }
  | "silence";

/** A DNS server on loopback for tests. */
export interface DnsServer {
  /** `address:port`, as the name cache takes it. */
  address: string;
  /** Every question so far, as `name A` or `name AAAA`. */
  questions: string[];
  close(): Promise<void>;
}

const rcodes = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;

/** Answers each question with what `answer` says now; a pure zone of RFC 1035 messages over UDP, nothing else. */
export async function startDnsServer(
  answer: (name: string, type: "A" | "AAAA") => DnsReply,
): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const questions: string[] = [];
  socket.on("message", (query, sender) => {
    const { name, type, end } = readQuestion(query);
    questions.push(`${name} ${type}`);
    const reply = answer(name, type);
    if (reply !== "silence")
      socket.send(writeReply(query, end, type, reply), sender.port, sender.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind(0, "127.0.0.1", resolve);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** Answers every question with NXDOMAIN: the suites' "no such name". */
export function startEmptyDnsServer(): Promise<DnsServer> {
  return startDnsServer(() => ({ rcode: "NXDOMAIN" }));
}

function readQuestion(query: Buffer): { name: string; type: "A" | "AAAA"; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1) === 28 ? "AAAA" : "A";
  return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

function writeReply(
  query: Buffer,
  end: number,
  type: "A" | "AAAA",
  reply: Exclude<DnsReply, "silence">,
): Buffer {
  const addresses = "addresses" in reply ? reply.addresses : [];
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180 | ("rcode" in reply ? rcodes[reply.rcode] : 0), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8); // no authority, no additional records
  const records = addresses.map((address) => {
    const data = type === "A" ? ipv4Bytes(address) : ipv6Bytes(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0); // the name of the question
    record.writeUInt16BE(type === "A" ? 1 : 28, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE("ttlSec" in reply ? reply.ttlSec : 0, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}

function ipv4Bytes(address: string): Buffer {
  return Buffer.from(address.split(".").map(Number));
}

function ipv6Bytes(address: string): Buffer {
  const [head = "", tail = ""] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const words = [...before, ...Array(8 - before.length - after.length).fill("0"), ...after];
  return Buffer.from(words.map((word) => word.padStart(4, "0")).join(""), "hex");
}
