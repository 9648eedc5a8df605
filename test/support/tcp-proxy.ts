import assert from "node:assert/strict";
import { type Socket, connect, createServer } from "node:net";

/** A line between two programs that can be cut, as a network is: packets vanish, and nobody is told. */
export interface TcpProxy {
  readonly url: string;
  /** Forwards nothing any more, in either direction; connections stay open, new ones are accepted and lead nowhere. */
  cut(): void;
  /** Ends what was open, as a peer does that knows nothing of it any more, and forwards new connections. */
  restore(): void;
}

/** Listens on a port that the system chose and forwards to the target. */
export async function startTcpProxy(
  t: { after(cleanUp: () => void): void },
  target: { host: string; port: number },
): Promise<TcpProxy> {
  let isCut = false;
  const open = new Set<Socket>();
  function keep(socket: Socket): void {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  }
  const server = createServer((near) => {
    keep(near);
    if (isCut) return void near.pause();
    const far = connect(target);
    keep(far);
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true;
      for (const socket of open) {
        socket.unpipe();
        socket.pause();
      }
    },
    restore() {
      isCut = false;
      for (const socket of open) socket.destroy();
    },
  };
}
