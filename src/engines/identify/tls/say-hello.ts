import type { IdentifyContext } from "../identify-context.ts";
import { approachServer, type TlsTarget } from "./approach-server.ts";
import { encodeClientHello, type Offer } from "./client-hello.ts";
import { ServerFlight, type ServerReply } from "./server-flight.ts";

/** What became of one hello. `closed`: the connection stood, and was closed without an answer. */
export type HelloOutcome =
  | ServerReply
  | { kind: "closed" }
  /** No answer in time, no connection, no TLS after the talk, or stopped: nothing may be concluded. */
  | { kind: "silent" };

/** An answer may take so many times what a connection may: small devices think long about a signature. */
export const replyPatience = 3;

/** Opens a connection, makes an offer, reads the answer, and hangs up before anything is agreed. */
export async function sayHello(
  target: TlsTarget,
  offer: Offer,
  io: IdentifyContext,
): Promise<HelloOutcome> {
  const socket = await approachServer(target, io);
  if (socket === null) return { kind: "silent" };
  return new Promise((resolve) => {
    const flight = new ServerFlight();
    const finish = (outcome: HelloOutcome) => {
      clearTimeout(timer);
      io.signal.removeEventListener("abort", stop);
      socket.destroy();
      resolve(outcome);
    };
    const stop = () => finish({ kind: "silent" });
    // An agreement without its certificate is one, all the same.
    const late = () => finish(flight.soFar ?? { kind: "silent" });
    const timer = setTimeout(late, io.connectTimeoutMs * replyPatience);
    io.signal.addEventListener("abort", stop, { once: true });
    socket.on("data", (chunk: Buffer) => {
      const reply = flight.receive(chunk);
      if (reply !== null) finish(reply);
    });
    // A reset after the connection stood is an answer of a kind: servers of old refuse a version so.
    socket.once("close", () => finish(flight.soFar ?? { kind: "closed" }));
    socket.write(encodeClientHello(offer));
  });
}
