import { type Socket, createServer } from "node:net";
import type { Cleaned } from "#test/clean-up";

/** A service on every loopback address, which notes who was called when. */
export interface ConnectionRecorder {
  readonly port: number;
  /** Addresses in the order in which they were connected to after the moment, each as often as it was. */
  addressesSince(at: number): string[];
}

/** Listens on a port of all addresses of this machine, 127.0.0.0/8 among them; closed by `cleanUp`. */
export async function startConnectionRecorder(t: Cleaned): Promise<ConnectionRecorder> {
  const calls: { at: number; address: string }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    calls.push({ at: Date.now(), address: socket.localAddress ?? "" });
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    addressesSince: (at) => calls.filter((call) => call.at > at).map((call) => call.address),
  };
}
