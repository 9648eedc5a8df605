import koffi from "koffi";
import { ipWords } from "#lib/ip";
import { linux, loadLibc } from "../libc.ts";

/** One packet that the responder sends for a request. What is left out is as an honest reply has it. */
export interface FakeReply {
  afterMs?: number;
  /** Source address. */
  from?: string;
  type?: number;
  code?: number;
  /** Changes a copy of the request's ICMP message, of which type and checksum are set afterwards. */
  change?: (message: Buffer) => void;
  /** An ICMP error: quotes the request with its IP header, `quoteBytes` of it at most. */
  quoteBytes?: number;
}

/** A host that answers as a test wants. The kernel's own answers have to be off. */
export interface EchoResponder {
  /** Requests seen, as destination addresses. */
  seen: string[];
  close(): void;
}

const pollMs = 1;
const ipHeader = 20;

/** Answers echo requests to this machine with what `behaviour` says, for the request's address and how-many-th it is. */
export function startEchoResponder(
  behaviour: (address: string, nth: number) => readonly FakeReply[],
): EchoResponder {
  const libc = loadLibc();
  const library = koffi.load(null);
  const recv: (fd: number, into: Buffer, length: number, flags: number) => number = library.func(
    "long recv(int, void *, size_t, int)",
  );
  const sendto: (
    fd: number,
    from: Buffer,
    length: number,
    flags: number,
    to: Buffer,
    toLength: number,
  ) => number = library.func("long sendto(int, void *, size_t, int, void *, uint32_t)");
  const type = linux.SOCK_RAW | linux.SOCK_NONBLOCK | linux.SOCK_CLOEXEC;
  const input = libc.socket(linux.AF_INET, type, linux.IPPROTO_ICMP);
  const output = libc.socket(linux.AF_INET, type, 255); // IPPROTO_RAW: we write the IP header
  if (input < 0 || output < 0) throw new Error("the responder needs raw sockets");
  const counts = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const seen: string[] = [];
  const buffer = Buffer.alloc(2048);

  const send = (request: Buffer, reply: FakeReply): void => {
    const packet = makeReply(request, reply);
    const to = Buffer.alloc(16);
    to.writeUInt16LE(linux.AF_INET, 0);
    packet.copy(to, 4, 16, 20);
    if (sendto(output, packet, packet.length, 0, to, to.length) < 0) {
      throw new Error(`the responder cannot send: errno ${koffi.errno()}`);
    }
  };
  const poll = setInterval(() => {
    for (;;) {
      const length = recv(input, buffer, buffer.length, 0);
      if (length <= 0) return;
      const request = Buffer.from(buffer.subarray(0, length));
      if (request[ipHeader] !== 8) continue;
      const address = [...request.subarray(16, 20)].join(".");
      const nth = (counts.get(address) ?? 0) + 1;
      counts.set(address, nth);
      seen.push(address);
      for (const reply of behaviour(address, nth)) {
        if (reply.afterMs === undefined) send(request, reply);
        else {
          const timer = setTimeout(() => {
            timers.delete(timer);
            send(request, reply);
          }, reply.afterMs);
          timers.add(timer);
        }
      }
    }
  }, pollMs);
  return {
    seen,
    close() {
      clearInterval(poll);
      for (const timer of timers) clearTimeout(timer);
      libc.close(input);
      libc.close(output);
    },
  };
}

function makeReply(request: Buffer, reply: FakeReply): Buffer {
  const quoted = reply.quoteBytes;
  const message =
    quoted === undefined
      ? Buffer.from(request.subarray(ipHeader))
      : Buffer.concat([Buffer.alloc(8), request.subarray(0, quoted)]);
  message.writeUInt8(reply.type ?? 0, 0);
  message.writeUInt8(reply.code ?? 0, 1);
  reply.change?.(message);
  message.writeUInt16BE(0, 2);
  message.writeUInt16BE(checksum(message), 2);
  const header = Buffer.alloc(ipHeader); // the kernel fills in length, id and checksum
  header.writeUInt8(0x45, 0);
  header.writeUInt16BE(ipHeader + message.length, 2);
  header.writeUInt8(64, 8);
  header.writeUInt8(linux.IPPROTO_ICMP, 9);
  if (reply.from === undefined) request.copy(header, 12, 16, 20);
  else header.writeUInt32BE(ipWords(reply.from)[0] ?? 0, 12);
  request.copy(header, 16, 12, 16);
  return Buffer.concat([header, message]);
}

/** The Internet checksum (RFC 1071) of a message whose checksum field is 0. */
export function checksum(message: Buffer): number {
  let sum = 0;
  for (let at = 0; at < message.length; at += 2) {
    sum += at + 1 < message.length ? message.readUInt16BE(at) : message.readUInt8(at) << 8;
  }
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
