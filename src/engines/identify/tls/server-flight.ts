import { tls13 } from "./protocol-versions.ts";

/** What a server's first bytes say. */
export type ServerReply =
  /** It agrees; `certificate` in DER, where it comes in clear (before TLS 1.3) and was waited for. */
  | { kind: "agrees"; version: number; cipher: number; certificate: Buffer | null }
  /** It sent an alert (RFC 8446 section 6). */
  | { kind: "refuses"; alert: number }
  /** What it sends is no TLS. */
  | { kind: "foreign" };

const alertRecord = 21;
const handshakeRecord = 22;
const serverHello = 2;
const certificateMessage = 11;
const serverHelloDone = 14;
const supportedVersions = 43;

/** RFC 8446 section 5.2: the longest record. */
const maxRecord = 16_384 + 256 + 1024;
/** More than any sound chain takes. */
const maxBytes = 128 * 1024;

/** Reads a server's flight as it comes in. */
export class ServerFlight {
  #bytes: Buffer = Buffer.alloc(0);
  /** Handshake messages, put together from their records. */
  #messages: Buffer = Buffer.alloc(0);
  #agreed: Extract<ServerReply, { kind: "agrees" }> | null = null;

  /** What has been understood by the end of the connection. */
  get soFar(): ServerReply | null {
    return this.#agreed;
  }

  /** Takes bytes; the reply once there is nothing more to wait for. */
  receive(chunk: Buffer): ServerReply | null {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const record = this.#nextRecord();
      if (record === null) return null;
      if (record === "foreign") return this.#agreed ?? { kind: "foreign" };
      if (record.type === alertRecord) {
        const [, alert] = record.content;
        return (
          this.#agreed ?? (alert === undefined ? { kind: "foreign" } : { kind: "refuses", alert })
        );
      }
      // What comes in between, such as "change cipher spec", and what is encrypted, is not for us.
      if (record.type !== handshakeRecord) return this.#agreed ?? { kind: "foreign" };
      this.#messages = Buffer.concat([this.#messages, record.content]);
      const reply = this.#readMessages();
      if (reply !== null) return reply;
      if (this.#messages.length > maxBytes) return this.#agreed ?? { kind: "foreign" };
    }
  }

  #nextRecord(): { type: number; content: Buffer } | "foreign" | null {
    const [type, major, minor, high = 0, low = 0] = this.#bytes;
    if (type === undefined) return null;
    if (type !== alertRecord && type !== handshakeRecord && this.#agreed === null) return "foreign";
    if ((major !== undefined && major !== 3) || (minor !== undefined && minor > 4))
      return "foreign";
    if (this.#bytes.length < 5) return null;
    const length = high * 256 + low;
    if (length === 0 || length > maxRecord) return "foreign";
    if (this.#bytes.length < 5 + length) return null;
    const content = this.#bytes.subarray(5, 5 + length);
    this.#bytes = this.#bytes.subarray(5 + length);
    return { type, content };
  }

  #readMessages(): ServerReply | null {
    for (;;) {
      const message = this.#messages;
      if (message.length < 4) return null;
      const length = message.readUIntBE(1, 3);
      if (length > maxBytes) return this.#agreed ?? { kind: "foreign" };
      if (message.length < 4 + length) return null;
      const reply = this.#read(message.readUInt8(0), message.subarray(4, 4 + length));
      this.#messages = message.subarray(4 + length);
      if (reply !== null) return reply;
    }
  }

  #read(type: number, body: Buffer): ServerReply | null {
    if (this.#agreed === null) {
      const hello = type === serverHello ? readServerHello(body) : null;
      if (hello === null) return { kind: "foreign" };
      this.#agreed = { kind: "agrees", ...hello, certificate: null };
      return hello.version === tls13 ? this.#agreed : null;
    }
    if (type === certificateMessage) {
      return { ...this.#agreed, certificate: firstCertificate(body) };
    }
    // Anonymous suites come without a certificate.
    return type === serverHelloDone ? this.#agreed : null;
  }
}

/** Version and cipher; a request to try again with another key (RFC 8446 section 4.1.4) names both, too. */
function readServerHello(body: Buffer): { version: number; cipher: number } | null {
  const sessionLength = body[34];
  if (sessionLength === undefined || sessionLength > 32) return null;
  const at = 35 + sessionLength;
  if (body.length < at + 3) return null;
  const legacyVersion = body.readUInt16BE(0);
  const cipher = body.readUInt16BE(at);
  const version = selectedVersion(body, at + 3) ?? legacyVersion;
  return version >> 8 === 3 && version <= tls13 ? { version, cipher } : null;
}

function selectedVersion(body: Buffer, from: number): number | null {
  for (let at = from + 2; at + 4 <= body.length;) {
    const length = body.readUInt16BE(at + 2);
    if (body.readUInt16BE(at) === supportedVersions && length === 2 && at + 6 <= body.length) {
      return body.readUInt16BE(at + 4);
    }
    at += 4 + length;
  }
  return null;
}

/** The server's own; `null` when it sends none. */
function firstCertificate(body: Buffer): Buffer | null {
  if (body.length < 6) return null;
  const length = body.readUIntBE(3, 3);
  return length === 0 || body.length < 6 + length ? null : body.subarray(6, 6 + length);
}
