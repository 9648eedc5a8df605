import { engineContract } from "../contract-suite.ts";
import { startHostileServer } from "./testing/hostile-server.ts";
import { createHttpEngine } from "./index.ts";

engineContract({
  type: "http",
  create: createHttpEngine,
  async startTargets() {
    const server = await startHostileServer((socket, path) => {
      if (path === "/") socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    const vacant = await startHostileServer(() => undefined);
    await vacant.close();
    return {
      good: { type: "http", target: server.url(), http: {} },
      nothing: { type: "http", target: vacant.url(), http: {} },
      nothingCodes: ["refused"],
      hanging: { type: "http", target: server.url("/silent"), http: {} },
      at: (host) => ({ type: "http", target: `http://${host}:${server.port}/`, http: {} }),
      withTarget: (target) => ({ type: "http", target, http: {} }),
      close: () => server.close(),
    };
  },
});
