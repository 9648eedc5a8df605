import { latin1 } from "../../bytes.ts";
import { cpeOf } from "../../products/product.ts";
import type { Finding, Protocol } from "../protocol.ts";

/** AMQP 0-9-1; a broker that speaks another version says which, and hangs up. */
export const amqp: Protocol = {
  name: "amqp",
  nameOverTls: "amqps",
  ports: [5672],
  tlsPorts: [5671],
  opening: () => "AMQP\0\0\t\x01",
  whole: (bytes) =>
    bytes.length >= 8 && (bytes[0] !== 1 || bytes.length >= 8 + bytes.readUInt32BE(3)),
  betrays: (bytes) => latin1(bytes.subarray(0, 4)) === "AMQP",
  recognise: (bytes) => {
    if (latin1(bytes.subarray(0, 4)) === "AMQP" && bytes.length >= 8) {
      return { extraInfo: `version ${[...bytes.subarray(5, 8)].join("-")}` };
    }
    // A method frame on channel 0: Connection.Start.
    const start = latin1(bytes.subarray(0, 11));
    if (!start.startsWith("\x01\0\0") || !start.endsWith("\0\x0a\0\x0a")) return null;
    return describe(bytes);
  },
};

function describe(bytes: Buffer): Finding {
  const text = latin1(bytes);
  const product = property(bytes, text, "product");
  const version = property(bytes, text, "version");
  const mechanisms = /\b(?:PLAIN|AMQPLAIN|EXTERNAL)(?: [A-Z0-9-]{3,20}){0,6}/.exec(text)?.[0];
  const number = /^\d+(?:\.\d+)+/.exec(version ?? "")?.[0];
  return {
    ...(product === undefined ? {} : { product, confidence: number === undefined ? 70 : 80 }),
    ...(number === undefined ? {} : { version: number }),
    cpes: product === "RabbitMQ" ? [cpeOf("vmware:rabbitmq", number)] : [],
    ...(mechanisms === undefined ? {} : { extraInfo: `mechanisms: ${mechanisms}` }),
    banner: `${product ?? "AMQP"} ${version ?? ""}`,
  };
}

/** A field of the server's table: its name, `S`, the length in four bytes, the text. */
function property(bytes: Buffer, text: string, name: string): string | undefined {
  const at = text.indexOf(`${String.fromCharCode(name.length)}${name}S`);
  if (at < 0) return undefined;
  const start = at + name.length + 2;
  if (start + 4 > bytes.length) return undefined;
  return text.slice(start + 4, start + 4 + Math.min(200, bytes.readUInt32BE(start)));
}
