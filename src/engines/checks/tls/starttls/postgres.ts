import { type Dialogue, foreign, quote, ready, refused, wait } from "./dialogue.ts";

/** Length 8 and the code 80877103: the SSLRequest message of PostgreSQL's protocol 3. */
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** SSLRequest, answered with the single byte S or N. */
export function createPostgresDialogue(): Dialogue {
  return {
    opening: sslRequest,
    awaits: "its answer to SSLRequest",
    receive(bytes) {
      if (bytes.length === 0) return wait;
      const answer = bytes.toString("latin1");
      if (answer === "S") return ready;
      if (answer === "N") return refused("does not offer TLS (ssl is off in its settings)");
      if (answer.startsWith("E")) return refused("does not know of TLS");
      return foreign(`does not speak PostgreSQL's protocol: it sends ${quote(answer)}`);
    },
  };
}
