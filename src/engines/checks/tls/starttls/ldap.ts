import { type Dialogue, foreign, quote, ready, refused, type Step, wait } from "./dialogue.ts";

const startTlsOid = "1.3.6.1.4.1.1466.20037"; // RFC 4511 section 4.14
const maxBytes = 16_384;

/** LDAPMessage 1: ExtendedRequest with the name above, in BER. */
const request = Buffer.concat([
  Buffer.from([0x30, startTlsOid.length + 7, 0x02, 0x01, 0x01]),
  Buffer.from([0x77, startTlsOid.length + 2, 0x80, startTlsOid.length]),
  Buffer.from(startTlsOid, "latin1"),
]);

const resultNames: ReadonlyMap<number, string> = new Map([
  [1, "operationsError"],
  [2, "protocolError: it does not offer StartTLS"],
  [8, "strongerAuthRequired"],
  [10, "referral"],
  [51, "busy"],
  [52, "unavailable"],
  [53, "unwillingToPerform"],
  [80, "other"],
]);

/** The StartTLS extended operation of RFC 4511. */
export function createLdapDialogue(): Dialogue {
  let pending: Buffer = Buffer.alloc(0);
  return {
    opening: request,
    awaits: "its answer to StartTLS",
    receive(bytes) {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      return judge(pending);
    },
  };
}

function judge(bytes: Buffer): Step {
  if (bytes.length > 0 && bytes[0] !== 0x30) return notLdap(bytes);
  const message = readElement(bytes, 0);
  if (message === "short") return bytes.length > maxBytes ? notLdap(bytes) : wait;
  if (message === "bad" || message.end > maxBytes) return notLdap(bytes);
  const whole = bytes.subarray(0, message.end);
  const id = readElement(whole, message.start);
  if (typeof id === "string" || id.tag !== 0x02) return notLdap(bytes);
  const response = readElement(whole, id.end);
  if (typeof response === "string" || response.tag !== 0x78) return notLdap(bytes); // ExtendedResponse
  const result = readElement(whole, response.start);
  if (typeof result === "string" || result.tag !== 0x0a) return notLdap(bytes);
  const code = whole.subarray(result.start, result.end).reduce((sum, byte) => sum * 256 + byte, 0);
  if (code !== 0) {
    const name = resultNames.get(code) ?? `result ${code}`;
    return refused(`refuses StartTLS: ${name}${said(whole, result.end)}`);
  }
  if (bytes.length > message.end) return foreign("sends bytes in clear where TLS should begin");
  return ready;
}

/** diagnosticMessage, which follows matchedDN. */
function said(bytes: Buffer, at: number): string {
  const matched = readElement(bytes, at);
  const diagnostic = typeof matched === "string" ? matched : readElement(bytes, matched.end);
  if (typeof diagnostic === "string" || diagnostic.start === diagnostic.end) return "";
  return ` (${quote(bytes.toString("utf8", diagnostic.start, diagnostic.end))})`;
}

/** One BER element with a definite length of at most four bytes: where its content starts and ends. */
function readElement(
  bytes: Buffer,
  at: number,
): { tag: number; start: number; end: number } | "short" | "bad" {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return "short";
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 4) return "bad";
  const start = at + 2 + lengthBytes;
  if (bytes.length < start) return "short";
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  if (length > maxBytes) return "bad";
  return bytes.length < start + length ? "short" : { tag, start, end: start + length };
}

function notLdap(bytes: Buffer): Step {
  return foreign(`does not speak LDAP: it sends ${quote(bytes.toString("latin1", 0, 40))}`);
}
