import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import {
  createSecureContext,
  createServer as createSecureServer,
  type TlsOptions,
  TLSSocket,
} from "node:tls";

/** For tests: a server on a port of 127.0.0.1 that the system chose. */
export interface Running {
  port: number;
  close(): Promise<void>;
}

/** A TLS server with these options; `greet` is called after each handshake. */
export function serveTls(
  options: TlsOptions,
  greet?: (socket: TLSSocket) => void,
): Promise<Running> {
  const server = createSecureServer(options, (socket) => {
    socket.on("error", () => socket.destroy()); // the check cuts it off
    greet?.(socket);
  });
  return listening(server);
}

/** A server that does with each connection what `greet` does. */
export function servePlain(greet: (socket: Socket) => void): Promise<Running> {
  return listening(createServer(greet));
}

/**
 * A server that talks before TLS: the first of `replies` at once (unless it is empty), each other one after whatever it
 * is told; after the last it begins TLS with `identity`.
 */
export function serveStartTls(
  replies: readonly (string | Buffer)[],
  identity: { key: string; cert: string },
): Promise<Running> {
  const secureContext = createSecureContext(identity);
  return servePlain((socket) => {
    const [greeting = "", ...others] = replies;
    socket.write(greeting);
    const answer = (): void => {
      const next = others.shift();
      if (next !== undefined) socket.write(next);
      if (others.length > 0) return;
      socket.removeAllListeners("data");
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on("error", () => secure.destroy());
    };
    socket.on("data", answer);
  });
}

async function listening(server: Server): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
