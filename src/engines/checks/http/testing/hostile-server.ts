import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";

/** For tests: a server that does with each connection whatever the test says, rules of HTTP or not. */
export interface HostileServer {
  port: number;
  /** The heads of all requests so far. */
  requests: string[];
  /** How many connections are open now. */
  connections(): number;
  /** `http://127.0.0.1:PORT` and `path`. */
  url(path?: string): string;
  close(): Promise<void>;
}

/** What to do with a request, told its path and all of its text (a body included, as far as it came along). */
export type Behaviour = (socket: Socket, path: string, request: string) => void;

/**
 * Listens on a port of 127.0.0.1 that the system chooses; with `identity`, behind TLS. `greet` is called for each
 * connection, before anything is read.
 */
export async function startHostileServer(
  behave: Behaviour,
  options: { identity?: { key: string; cert: string }; greet?: (socket: Socket) => void } = {},
): Promise<HostileServer> {
  const { identity, greet } = options;
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  const serve = (socket: Socket): void => {
    let text = "";
    socket.on("error", () => socket.destroy()); // the check cuts it off
    socket.on("data", (bytes) => {
      const answered = text.includes("\r\n\r\n");
      text += bytes.toString("latin1");
      if (answered || !text.includes("\r\n\r\n")) return;
      requests.push(text);
      behave(socket, text.split(" ")[1] ?? "", text);
    });
    greet?.(socket);
  };
  const server: Server =
    identity === undefined ? createServer(serve) : createSecureServer(identity, serve);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const { port } = address;
  const scheme = identity === undefined ? "http" : "https";
  return {
    port,
    requests,
    connections: () => sockets.size,
    url: (path = "/") => `${scheme}://127.0.0.1:${port}${path}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends `piece` now and again every `everyMs`, until the peer goes. */
export function drip(socket: Socket, piece: string | Buffer, everyMs: number): void {
  const send = (): void => {
    socket.write(piece);
  };
  const timer = setInterval(send, everyMs);
  socket.on("close", () => clearInterval(timer));
  send();
}

/** Sends `piece` over and over, as fast as the peer takes it. */
export function flood(socket: Socket, piece: string | Buffer): void {
  const send = (): void => {
    while (!socket.destroyed && socket.write(piece)); // until its buffer is full
  };
  socket.on("drain", send);
  send();
}
