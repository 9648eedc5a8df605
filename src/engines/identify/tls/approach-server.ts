import { connect, type Socket } from "node:net";
import { startTlsProtocols, type StartTlsProtocol } from "#engines/checks";
import type { IdentifyContext } from "../identify-context.ts";

/** A port that speaks TLS, from the first byte or after a talk. */
export interface TlsTarget {
  readonly address: string;
  readonly port: number;
  /** The talk that leads to TLS; absent: TLS from the first byte. */
  readonly startTls?: StartTlsProtocol;
}

/**
 * So long a whole talk may take, in milliseconds: some servers look up their caller's name before they greet, and some make
 * callers wait on purpose.
 */
const talkMs = 8_000;

/**
 * Opens a connection and leads the talk, so that a handshake may begin. `null` when that does not come about: no
 * connection, no answer in time, TLS refused, or stopped. Whoever gets the socket destroys it.
 */
export async function approachServer(
  { address, port, startTls }: TlsTarget,
  io: IdentifyContext,
): Promise<Socket | null> {
  await io.budget.take(address);
  if (io.signal.aborted) return null;
  const dialogue = startTls === undefined ? null : startTlsProtocols[startTls].begin();
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, noDelay: true });
    // It may fail at any time, also when nobody listens any more.
    socket.on("error", () => socket.destroy());
    const finish = (reached: Socket | null) => {
      clearTimeout(timer);
      io.signal.removeEventListener("abort", stop);
      socket.off("close", stop).off("data", hear);
      if (reached === null) socket.destroy();
      resolve(reached);
    };
    const stop = () => finish(null);
    const hear = (bytes: Buffer) => {
      const step = dialogue?.receive(Buffer.from(bytes));
      if (step?.kind === "ready") finish(socket);
      else if (step?.kind !== "going") stop();
      else if (step.send !== null) socket.write(step.send);
    };
    let timer = setTimeout(stop, io.connectTimeoutMs);
    io.signal.addEventListener("abort", stop, { once: true });
    socket.once("close", stop);
    socket.once("connect", () => {
      if (dialogue === null) return finish(socket);
      clearTimeout(timer);
      timer = setTimeout(stop, talkMs);
      socket.on("data", hear);
      if (dialogue.opening !== null) socket.write(dialogue.opening);
    });
  });
}
