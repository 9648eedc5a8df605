import { latin1 } from "../../bytes.ts";
import { cpeOf } from "../../products/product.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

const reply = /^(?:VERSION (\d[\w.+-]{0,40})\r\n|CLIENT_ERROR unauthenticated)/;

/** The text protocol (memcached's `doc/protocol.txt`). */
export const memcached: Protocol = {
  name: "memcached",
  ports: [11211, 11210],
  opening: () => "version\r\n",
  // It hangs up on HTTP, and says nothing but this to what it does not know.
  betrays: (bytes) =>
    reply.test(latin1(bytes.subarray(0, 100))) || /^(?:ERROR\r\n){1,20}$/.test(latin1(bytes)),
  recognise: (bytes) => {
    const match = reply.exec(latin1(bytes.subarray(0, 100)));
    if (match === null) return null;
    const version = match[1];
    return {
      product: "memcached",
      ...(version === undefined ? {} : { version }),
      cpes: [cpeOf("memcached:memcached", version)],
      confidence: version === undefined ? 70 : 80,
    };
  },
  examine,
};

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  line.say("stats\r\n");
  const whole = (bytes: Buffer): boolean =>
    /^(?:END|ERROR|CLIENT_ERROR.*)\r\n/m.test(latin1(bytes));
  const { bytes } = await line.hear({ whole });
  line.say("quit\r\n");
  if (bytes.length === 0) return { ...found, unsettled: true };
  return { ...found, observations: latin1(bytes).startsWith("STAT ") ? ["open_access"] : [] };
}
