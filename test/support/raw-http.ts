import assert from "node:assert/strict";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";

/** A reply as it came over the wire. */
export interface RawReply {
  status: number;
  /** Names in small letters. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Lets the application listen on a port of its own choice, and returns it. */
export async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  assert.ok(address !== null && typeof address !== "string");
  return address.port;
}

/**
 * Sends bytes as they are, and reads until the server closes, or until one whole reply with `Content-Length` is there.
 *
 * @param timeoutMs a server that says nothing at all fails the test.
 */
export async function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  timeoutMs = 3000,
): Promise<RawReply> {
  const socket = connect({ host: "127.0.0.1", port });
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
  let received = "";
  const finish = (): void => {
    const reply = parseReply(received);
    if (reply === null)
      reject(new Error(`no reply to ${String(bytes).slice(0, 100)}: ${received}`));
    else resolve(reply);
    socket.destroy();
  };
  socket.setTimeout(timeoutMs, finish);
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    const reply = parseReply(received);
    const length = Number(reply?.headers["content-length"] ?? Number.NaN);
    if (reply !== null && reply.body.length >= length) finish();
  });
  socket.on("close", finish);
  socket.on("error", reject);
  socket.write(bytes);
  return promise;
}

function parseReply(text: string): RawReply | null {
  const end = text.indexOf("\r\n\r\n");
  const match = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n/.exec(text);
  if (end < 0 || match === null) return null;
  const lines = text.slice(match[0].length, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(match[1]), headers, body: text.slice(end + 4) };
}
