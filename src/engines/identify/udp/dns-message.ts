/** A question of DNS (RFC 1035 section 4.1.2). */
export interface DnsQuestion {
  name: string;
  type: number;
  class: number;
}

/** A record of an answer. `data` lies in the whole message, as names in it may point anywhere. */
export interface DnsRecord {
  name: string;
  type: number;
  start: number;
  end: number;
}

export interface DnsMessage {
  id: number;
  /** The server offers recursion. */
  recursion: boolean;
  /** RCODE: 0 is good. */
  code: number;
  questions: number;
  /** Of all three sections. */
  records: DnsRecord[];
}

export const dnsTypes = { a: 1, ptr: 12, txt: 16, srv: 33 } as const;

/** RFC 1035 sections 2.3.4 and 4.1.4: what a name has at most. */
const maxLabels = 128;
const maxNameLength = 255;
/** More records than any reply to our questions needs. */
const maxRecords = 100;

/** A query with the flag "recursion desired". Labels are at most 63 ASCII characters. */
export function encodeDnsQuery(id: number, questions: readonly DnsQuestion[]): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(0x0100, 2);
  header.writeUInt16BE(questions.length, 4);
  const parts = [header];
  for (const question of questions) {
    for (const label of question.name.split(".")) {
      parts.push(Buffer.from([label.length]), Buffer.from(label, "latin1"));
    }
    const tail = Buffer.alloc(5);
    tail.writeUInt16BE(question.type, 1);
    tail.writeUInt16BE(question.class, 3);
    parts.push(tail);
  }
  return Buffer.concat(parts);
}

/** Reads a reply; `null` when it is none. @throws RangeError when it is cut off or broken */
export function decodeDnsReply(message: Buffer): DnsMessage | null {
  const flags = message.readUInt16BE(2);
  if ((flags & 0x8000) === 0) return null;
  const questions = message.readUInt16BE(4);
  const count = message.readUInt16BE(6) + message.readUInt16BE(8) + message.readUInt16BE(10);
  if (questions > maxRecords) return null;
  let at = 12;
  for (let each = 0; each < questions; each++) at = readDnsName(message, at).end + 4;
  const records: DnsRecord[] = [];
  for (let each = 0; each < Math.min(count, maxRecords); each++) {
    const { name, end } = readDnsName(message, at);
    const type = message.readUInt16BE(end);
    const start = end + 10;
    at = start + message.readUInt16BE(end + 8);
    if (at > message.length) throw new RangeError("a DNS record ends beyond the message");
    records.push({ name, type, start, end: at });
  }
  return {
    id: message.readUInt16BE(0),
    recursion: (flags & 0x0080) !== 0,
    code: flags & 0x000f,
    questions,
    records,
  };
}

/**
 * The name at `from`, and where it ends there. Pointers only lead backwards, so that none can lead in a circle.
 * @throws RangeError when it is cut off, too long, or points forwards
 */
export function readDnsName(message: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = from;
  let end: number | null = null;
  let limit = from;
  for (let steps = 0; steps < maxLabels * 2; steps++) {
    const length = message.readUInt8(at);
    if (length >= 0xc0) {
      end ??= at + 2;
      at = message.readUInt16BE(at) & 0x3fff;
      if (at >= limit) throw new RangeError("a DNS name points forwards");
      limit = at;
      continue;
    }
    if (length > 63) throw new RangeError("a DNS label of an unknown kind");
    if (length === 0) return { name: labels.join("."), end: end ?? at + 1 };
    if (at + 1 + length > message.length) throw new RangeError("a DNS name is cut off");
    labels.push(message.toString("utf8", at + 1, at + 1 + length));
    if (labels.join(".").length > maxNameLength) throw new RangeError("a DNS name is too long");
    at += 1 + length;
  }
  throw new RangeError("a DNS name has no end");
}

/** The first string of a TXT record. @throws RangeError when it is cut off */
export function readDnsText(message: Buffer, record: DnsRecord): string {
  const length = message.readUInt8(record.start);
  if (record.start + 1 + length > record.end) throw new RangeError("a DNS text is cut off");
  return message.toString("utf8", record.start + 1, record.start + 1 + length);
}
