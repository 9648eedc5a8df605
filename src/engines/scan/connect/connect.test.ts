import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { after, before, describe, test } from "node:test";
import { ipWords } from "#lib/ip";
import { enterOwnNetwork, ip, makeSilentAddress } from "#test/own-network";
import { until } from "#test/until";
import {
  type ConnectListener,
  type Connector,
  type ConnectOutcome,
  type Destination,
  startConnector,
} from "./index.ts";

enterOwnNetwork();
const silent = makeSilentAddress();
ip("route add prohibit 203.0.113.0/24");

const to = (address: string): Destination => ({
  address,
  family: address.includes(":") ? 6 : 4,
  words: ipWords(address),
});

for (const kind of ["kernel", "net"] as const) {
  describe(`the ${kind} connector`, () => {
    let connector: Connector;
    const servers: Server[] = [];

    const ask = (address: string, port: number, timeoutMs = 2000): Promise<ConnectOutcome> =>
      new Promise((resolve) => {
        connector.connect(to(address), port, timeoutMs, {
          settled(settledPort, outcome) {
            assert.equal(settledPort, port);
            resolve(outcome);
          },
        });
      });
    const listen = async (host: string, heard: string[] = []): Promise<number> => {
      const server = createServer((socket) => {
        socket.on("data", () => heard.push("data"));
        socket.on("error", (error: NodeJS.ErrnoException) => heard.push(error.code ?? "no code"));
        socket.on("close", () => heard.push("closed"));
      }).listen(0, host);
      await once(server, "listening");
      servers.push(server);
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      return address.port;
    };

    before(async () => {
      connector = await startConnector(kind, assert.fail);
    });
    after(async () => {
      await connector.close();
      for (const server of servers) server.close();
    });

    test("open and closed ports are told apart, IPv4 and IPv6", async () => {
      for (const host of ["127.3.0.1", "::1"]) {
        const port = await listen(host);
        assert.equal(await ask(host, port), "open");
        assert.equal(await ask(host, port === 1 ? 2 : port - 1), "closed");
      }
    });

    test("it hangs up with a reset, at once and without a word", async () => {
      const heard: string[] = [];
      assert.equal(await ask("127.3.0.2", await listen("127.3.0.2", heard)), "open");
      await until(() => heard.includes("closed"), { what: "the server sees the end" });
      assert.deepEqual(heard, ["ECONNRESET", "closed"]);
    });

    test("silence is waited for exactly as long as it was told to", async () => {
      const startedAt = performance.now();
      assert.equal(await ask(silent, 80, 150), "silent");
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs >= 149 && tookMs < 1000, `${tookMs} ms`);
    });

    test("where no way leads is neither closed nor silent", async () => {
      assert.equal(await ask("203.0.113.1", 80), "unreachable");
      assert.equal(await ask("192.0.2.1", 80), "unreachable");
    });

    test("thousands at once, one after the other on the same sockets: each is told once, and rightly", async () => {
      const open = await listen("127.3.0.3");
      const wanted = Array.from({ length: 3000 }, (_, index) => 20_000 + index);
      const outcomes = new Map<number, ConnectOutcome>();
      const address = to("127.3.0.3");
      let left = wanted.length;
      await new Promise<void>((resolve) => {
        let next = 0;
        const more = (): void => {
          const port = wanted[next++];
          if (port === undefined) return;
          connector.connect(address, port, 2000, {
            settled(settledPort, outcome) {
              assert.equal(outcomes.has(settledPort), false);
              outcomes.set(settledPort, outcome);
              if (--left === 0) resolve();
              else more();
            },
          });
        };
        for (let each = 0; each < 300; each++) more();
      });
      const openOnes = [...outcomes].filter(([, outcome]) => outcome !== "closed");
      assert.deepEqual(openOnes, wanted.includes(open) ? [[open, "open"]] : []);
      assert.equal(await ask("127.3.0.3", open), "open");
    });

    test("once closed it tells nothing more, and says that it ended", async () => {
      const own = await startConnector(kind, assert.fail);
      own.connect(to(silent), 80, 100, { settled: () => assert.fail("it was closed") });
      await own.close();
      assert.equal(await own.ended, null);
    });
  });
}

test("more at once than the kernel connector has sockets for wait for their turn", async () => {
  const connector = await startConnector("kernel", assert.fail);
  const count = connector.atOnce + 500;
  let silences = 0;
  await new Promise<void>((resolve) => {
    const listener: ConnectListener = {
      settled(_, outcome) {
        assert.equal(outcome, "silent");
        if (++silences === count) resolve();
      },
    };
    for (let each = 0; each < count; each++) connector.connect(to(silent), 80, 100, listener);
  });
  await connector.close();
});
