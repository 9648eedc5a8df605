/** A man in the middle for tests: passes datagrams to an agent and back, and may change what comes back. */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

export interface UdpRelay {
  /** Ask here. */
  target: string;
  /** What to hand on for an answer; by default the answer. May be replaced at any time. */
  change(answer: Buffer, request: Buffer): Buffer[];
  close(): Promise<void>;
}

/** Starts a relay on loopback to an agent on `address` and `port`. */
export async function startUdpRelay(address: string, port: number): Promise<UdpRelay> {
  const front = createSocket("udp4");
  const backs = new Map<number, Socket>();
  const requests = new Map<number, Buffer>();
  const backFor = (askerPort: number): Socket => {
    const known = backs.get(askerPort);
    if (known !== undefined) return known;
    const back = createSocket("udp4");
    back.on("message", (answer) => {
      const request = requests.get(askerPort) ?? Buffer.alloc(0);
      for (const datagram of relay.change(answer, request)) {
        front.send(datagram, askerPort, "127.0.0.1");
      }
    });
    backs.set(askerPort, back);
    return back;
  };
  front.on("message", (request, from) => {
    requests.set(from.port, request);
    backFor(from.port).send(request, port, address);
  });
  front.bind(0, "127.0.0.1");
  await once(front, "listening");
  const relay: UdpRelay = {
    target: `127.0.0.1:${front.address().port}`,
    change: (answer) => [answer],
    close: async () => {
      const sockets = [front, ...backs.values()];
      await Promise.all(sockets.map((socket) => new Promise<void>((done) => socket.close(done))));
    },
  };
  return relay;
}
