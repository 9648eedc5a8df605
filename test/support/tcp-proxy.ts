import assert from "node:assert/strict";
import { type Socket, connect, createServer } from "node:net";
import { type Cleaned, endAfter } from "#test/clean-up";

/** A line between two programs that can be cut, as a network is: packets vanish, and nobody is told. */
export interface TcpProxy {
  readonly url: string;
  readonly port: number;
  /**
   * Forwards nothing any more; connections stay open, new ones are accepted and lead nowhere.
   *
   * @param what default both directions; `replies`: what comes back from the target, so that it hears what nobody knows it has heard.
   */
  cut(what?: "everything" | "replies"): void;
  /** Cuts it once so many bytes have come back from now on. Fulfils when it is cut. */
  cutAfter(bytes: number): Promise<void>;
  /** Forwards what was held back, and goes on: there was a pause, no more. */
  goOn(): void;
  /** Ends what was open, as a peer does that knows nothing of it any more, and forwards new connections. */
  restore(): void;
}

/** Listens on a port that the system chose and forwards to the target. */
export async function startTcpProxy(
  t: Cleaned,
  target: { host: string; port: number },
): Promise<TcpProxy> {
  let held: "nothing" | "everything" | "replies" = "nothing";
  let allowance: { left: number; spent: () => void } | null = null;
  const open = new Set<Socket>();
  const lines = new Map<Socket, Socket | null>();
  function keep(socket: Socket): void {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  }
  function cut(what: "everything" | "replies" = "everything"): void {
    held = what;
    for (const [near, far] of lines) {
      far?.unpipe().pause();
      if (what === "everything") near.unpipe().pause();
    }
  }
  function join(near: Socket): Socket {
    const far = connect(target);
    keep(far);
    lines.set(near, far);
    // Nobody is there: whoever calls must hear it.
    far.on("error", () => near.destroy());
    far.on("data", ({ length }: Buffer) => {
      if (allowance === null) return;
      allowance.left -= length;
      if (allowance.left > 0) return;
      const { spent } = allowance;
      allowance = null;
      cut();
      spent();
    });
    return far;
  }
  function forward(near: Socket, far: Socket): void {
    near.pipe(far);
    if (held === "replies") far.pause();
    else far.pipe(near);
  }
  const server = createServer((near) => {
    keep(near);
    lines.set(near, null);
    near.on("close", () => lines.delete(near));
    if (held === "everything") near.pause();
    else forward(near, join(near));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endAfter(t, () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    cut,
    cutAfter(bytes) {
      const { promise, resolve } = Promise.withResolvers<void>();
      allowance = { left: bytes, spent: resolve };
      return promise;
    },
    goOn() {
      held = "nothing";
      for (const [near, far] of lines) forward(near, far ?? join(near));
    },
    restore() {
      held = "nothing";
      allowance = null;
      for (const socket of open) socket.destroy();
    },
  };
}
