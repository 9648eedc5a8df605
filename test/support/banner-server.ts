import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Identity } from "#test/tls-fixtures";

/** A server that speaks as a test tells it, and counts who calls. */
export interface BannerServer {
  readonly port: number;
  /** Connections so far. */
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly open: () => number;
  /** What every client said, connection by connection. */
  readonly heard: () => readonly string[];
  close(): Promise<void>;
}

export interface BannerServerOptions {
  /** Speaks TLS from the first byte. */
  readonly tls?: Identity;
  readonly address?: string;
  /** A port of its own choice unless told. */
  readonly port?: number;
}

/**
 * Serves each connection by `serve`; a text or bytes are sent as a greeting, and nothing more.
 */
export async function startBannerServer(
  serve: string | Uint8Array | ((socket: Socket) => void),
  options: BannerServerOptions = {},
): Promise<BannerServer> {
  const open = new Set<Socket>();
  const heard: string[] = [];
  let connections = 0;
  const onConnection = (socket: Socket): void => {
    const at = connections;
    connections += 1;
    heard[at] = "";
    open.add(socket);
    socket.on("error", () => socket.destroy()); // a client may be gone at any time
    socket.on("close", () => open.delete(socket));
    socket.on("data", (bytes: Buffer) => (heard[at] += bytes.toString("latin1")));
    if (typeof serve === "function") serve(socket);
    else socket.write(serve);
  };
  const { tls, address = "127.0.0.1", port = 0 } = options;
  const server: Server =
    tls === undefined ? createServer(onConnection) : createTlsServer(tls, onConnection);
  if (tls !== undefined) server.on("tlsClientError", () => undefined);
  server.listen(port, address);
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  return {
    port: bound.port,
    connections: () => connections,
    open: () => open.size,
    heard: () => heard,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * A conversation: each time the client says something that fits the pattern, or begins with the text, the answer is
 * sent. An entry without either is the greeting.
 */
export function script(
  lines: readonly (readonly [when: RegExp | string | null, answer: string | Uint8Array])[],
): (socket: Socket) => void {
  return (socket) => {
    for (const [when, answer] of lines) if (when === null) socket.write(answer);
    socket.on("data", (bytes: Buffer) => {
      const said = bytes.toString("latin1");
      const fits = lines.find(([when]) =>
        typeof when === "string" ? said.startsWith(when) : when?.test(said) === true,
      );
      if (fits !== undefined) socket.write(fits[1]);
    });
  };
}
