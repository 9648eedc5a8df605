import { once } from "node:events";
import { createServer } from "node:net";
import { engineContract } from "../contract-suite.ts";
import { enterOwnNetwork, makeSilentAddress } from "../own-network.ts";
import { createTcpEngine } from "./index.ts";

enterOwnNetwork();
const silent = makeSilentAddress();

engineContract({
  type: "tcp",
  create: createTcpEngine,
  async startTargets() {
    const server = createServer((socket) => socket.on("error", () => socket.destroy()).resume());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const { port } = address;
    const spec = (target: string) => ({ type: "tcp", target, tcp: {} }) as const;
    return {
      good: spec(`127.0.0.1:${port}`),
      nothing: spec("127.0.0.1:1"),
      nothingCodes: ["refused"],
      hanging: spec(`${silent}:80`),
      at: (host) => spec(`${host}:${port}`),
      withTarget: spec,
      async close() {
        server.close();
        await once(server, "close");
      },
    };
  },
});
