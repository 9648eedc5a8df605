import { packageByRevision } from "../../products/distribution.ts";
import { cpeOf } from "../../products/product.ts";
import { latin1 } from "../../bytes.ts";
import type { Line } from "../line.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

/** SSLRequest: its length and a code in place of a protocol version (PostgreSQL documentation, "Message Formats"). */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export const postgres: Protocol = {
  name: "postgresql",
  startTls: "postgres",
  ports: [5432, 5433, 5434, 5435, 6432],
  opening: () => sslRequest,
  whole: (bytes) => bytes.length >= 1,
  recognise: (bytes) => {
    const said = latin1(bytes.subarray(0, 2));
    // One byte, or an error message of a server that is full or starting.
    if (said !== "S" && said !== "N" && !(said.startsWith("E") && bytes.length > 9)) return null;
    if (said.startsWith("E") && !/\0S?(?:FATAL|ERROR)|SFATAL/.test(latin1(bytes.subarray(0, 60))))
      return null;
    return {
      product: "PostgreSQL",
      cpes: [cpeOf("postgresql:postgresql")],
      confidence: 60,
      banner: said,
    };
  },
  examine,
};

async function examine(talk: Talk, found: Finding): Promise<Finding | null> {
  const { banner, ...named } = found;
  if (banner?.startsWith("E")) return { ...named, unsettled: true };
  const offersTls = banner === "S";
  const base: Finding = { ...named, offersTls };
  let line: Line | null = talk.line;
  if (offersTls) ({ line } = await talk.secure(talk.line));
  const tls = offersTls ? "offers TLS" : "no TLS";
  // Without TLS our question is one in clear; the server says what it thinks of that.
  if (line === null) return { ...base, extraInfo: tls, unsettled: true };
  line.say(startup());
  const { bytes } = await line.hear({ whole: isAnswered });
  const answer = readMessages(bytes);
  // One byte is thin evidence: a PostgreSQL goes on to speak in messages.
  if (answer.length === 0) return null;
  return { ...base, ...readAnswer(answer, tls, offersTls) };
}

/** Version 3.0 of the protocol, as user and to database `postgres`, which every server has; no password is sent. */
function startup(): Buffer {
  const parameters = "user\0postgres\0database\0postgres\0application_name\0vedette\0\0";
  const message = Buffer.alloc(8 + parameters.length);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(196_608, 4);
  message.write(parameters, 8, "latin1");
  return message;
}

interface Message {
  readonly type: string;
  readonly body: Buffer;
}

function readMessages(bytes: Buffer): Message[] {
  const messages: Message[] = [];
  for (let at = 0; at + 5 <= bytes.length;) {
    const type = String.fromCharCode(bytes[at] ?? 0);
    const length = bytes.readUInt32BE(at + 1);
    if (!/[A-Za-z]/.test(type) || length < 4 || at + 1 + length > bytes.length) break;
    messages.push({ type, body: bytes.subarray(at + 5, at + 1 + length) });
    at += 1 + length;
  }
  return messages;
}

/** An error, a request for a password, or, with no password wanted, ready for a query. */
function isAnswered(bytes: Buffer): boolean {
  return readMessages(bytes).some(
    ({ type, body }) =>
      type === "E" ||
      type === "Z" ||
      (type === "R" && body.length >= 4 && body.readUInt32BE(0) !== 0),
  );
}

function readAnswer(messages: readonly Message[], tls: string, offersTls: boolean): Finding {
  const request = messages.find(({ type }) => type === "R");
  const wanted =
    request !== undefined && request.body.length >= 4 ? request.body.readUInt32BE(0) : null;
  const error = messages.find(({ type }) => type === "E");
  const told = messages
    .filter(({ type }) => type === "S")
    .map(({ body }) => latin1(body).split("\0"))
    .find(([name]) => name === "server_version")?.[1];
  const finding: Finding = {
    confidence: 70,
    extraInfo: tls,
    observations: [],
    ...(error === undefined ? {} : { banner: errorText(error.body) }),
  };
  // 3 is AuthenticationCleartextPassword.
  if (wanted === 3 && !offersTls) finding.observations = ["plain_login"];
  if (wanted === 0) finding.observations = ["open_access"];
  return told === undefined ? finding : { ...finding, ...version(told) };
}

/** `15.18 (Debian 15.18-0+deb12u1)`. */
function version(told: string): Finding {
  const number = /^\d+(?:\.\d+)*/.exec(told)?.[0];
  const [, upstream = "", revision = ""] =
    /\((?:Debian|Ubuntu) ([\d.]+)-(\S{1,60})\)/.exec(told) ?? [];
  const named = packageByRevision(upstream, revision);
  return {
    ...(number === undefined ? {} : { version: number, confidence: 80 }),
    cpes: [cpeOf("postgresql:postgresql", number)],
    ...(named === null ? {} : { package: named }),
    banner: told,
  };
}

/** The message field of an error: fields are a letter, a text and a zero byte. */
function errorText(body: Buffer): string {
  const fields = latin1(body).split("\0");
  return fields.find((field) => field.startsWith("M"))?.slice(1) ?? "";
}
