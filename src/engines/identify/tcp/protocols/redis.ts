import { latin1 } from "../../bytes.ts";
import { cpeOf } from "../../products/product.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

/** What only Redis and its relatives say; the second to an HTTP request, whose first line reads as `GET` with two keys. */
const marks =
  /^(?:\+PONG\r\n|-NOAUTH |-DENIED Redis|-ERR wrong number of arguments for 'get' command|-ERR operation not permitted|-MISCONF |-LOADING |-NOPERM )/;

/** RESP; commands may be written in a line. */
export const redis: Protocol = {
  name: "redis",
  ports: [6379, 6380, 6381, 7379, 26379],
  tlsPorts: [6380],
  opening: () => "PING\r\n",
  betrays: (bytes) => marks.test(latin1(bytes.subarray(0, 100))),
  recognise: (bytes) => {
    const said = latin1(bytes.subarray(0, 300));
    if (!marks.test(said)) return null;
    return { product: "Redis", cpes: [cpeOf("redis:redis")], confidence: 60, banner: said };
  },
  examine,
};

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  if (!found.banner?.startsWith("+PONG")) {
    return { ...found, extraInfo: "asks for a password or refuses strangers" };
  }
  line.say("INFO server\r\n");
  const { bytes } = await line.hear({ whole: wholeBulk });
  line.say("QUIT\r\n");
  const info = latin1(bytes);
  if (info === "") return { ...found, unsettled: true };
  if (!info.startsWith("$")) return found;
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}:([^\\r\\n]{1,100})`, "m").exec(info)?.[1];
  const valkey = field("valkey_version");
  const version = valkey ?? field("redis_version");
  const isValkey = valkey !== undefined || field("server_name") === "valkey";
  return {
    ...found,
    product: isValkey ? "Valkey" : "Redis",
    ...(version === undefined ? {} : { version, confidence: 80 }),
    cpes: [cpeOf(isValkey ? "valkey-io:valkey" : "redis:redis", version)],
    extraInfo: [field("redis_mode"), field("os")].filter(Boolean).join("; "),
    observations: ["open_access"],
  };
}

/** `$LENGTH`, and so many bytes; anything else is one line. */
function wholeBulk(bytes: Buffer): boolean {
  const text = latin1(bytes.subarray(0, 20));
  const end = text.indexOf("\r\n");
  if (end < 0) return false;
  const length = /^\$(\d{1,9})\r/.exec(text)?.[1];
  return length === undefined || bytes.length >= end + 2 + Number(length) + 2;
}
