import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import type { SpecOf } from "#engines/check-types";
import { createTestAuthority } from "#test/tls-fixtures";
import { engineContract } from "../contract-suite.ts";
import { createTlsEngine } from "./index.ts";

engineContract({
  type: "tls",
  create: createTlsEngine,
  async startTargets() {
    const authority = createTestAuthority();
    const identity = authority.issue({ names: ["127.0.0.1", "localhost"] });
    authority.close();
    const sockets = new Set<Socket>();
    const keep = (socket: Socket): void => {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    };
    const good = createSecureServer(identity, (socket) => {
      socket.on("error", () => socket.destroy());
    });
    const silent = createServer();
    const vacant = createServer();
    const goodPort = await listen(good.on("connection", keep));
    const silentPort = await listen(silent.on("connection", keep));
    const vacantPort = await listen(vacant);
    await close(vacant);
    const spec = (target: string): SpecOf<"tls"> => {
      return { type: "tls", target, tls: { ca: authority.ca } };
    };
    return {
      good: spec(`127.0.0.1:${goodPort}`),
      nothing: spec(`127.0.0.1:${vacantPort}`),
      nothingCodes: ["refused"],
      hanging: spec(`127.0.0.1:${silentPort}`),
      at: (host) => spec(`${host}:${goodPort}`),
      withTarget: spec,
      async close() {
        for (const socket of sockets) socket.destroy();
        await close(good);
        await close(silent);
      },
    };
  },
});

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
