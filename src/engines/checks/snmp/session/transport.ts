/**
 * One UDP socket per address family for all devices. An answer finds its request by the id that it carries, which is
 * random, and counts only from the address and port that were asked.
 */
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { SocketAddress } from "node:net";
import { peekId } from "../codec/peek-id.ts";
import { randomId } from "./random-id.ts";

const stopping = "SNMP was closed while it was asked";

/** Where a device listens. */
export interface Endpoint {
  family: 4 | 6;
  /** As the system writes it, so that it can be compared with the source of a datagram. */
  address: string;
  port: number;
}

/** Who waits for the answer to an id. */
export interface Listener {
  endpoint: Endpoint;
  /** A datagram from the device. `receivedAt` is in monotonic milliseconds. */
  receive(datagram: Buffer, id: number, receivedAt: number): void;
  /** A datagram under our id, but from elsewhere. */
  stranger(address: string, port: number): void;
  /** Nothing more will come: the shared socket could not be opened, or all is being closed. */
  broken(error: Error): void;
}

/** A way to one device. Errors of the system (ECONNREFUSED, EHOSTUNREACH …) go to `onError`. */
export interface Path {
  send(datagram: Buffer): void;
  close(): void;
}

/** Bursts of answers must fit: 1,000 devices that answer at once with 1.4 kB each. The system may grant less. */
const receiveBufferBytes = 4 * 1024 * 1024;

/** Sockets of their own for devices that do not answer; beyond this the shared socket has to do. */
const maxDirectPaths = 200;

/** @throws RangeError when the address is none */
export function endpointOf(address: string, family: 4 | 6, port: number): Endpoint {
  if (family === 4) return { family, address, port };
  const [plain = "", zone] = address.split("%");
  const written = new SocketAddress({ address: plain, family: "ipv6" }).address;
  return { family, address: zone === undefined ? written : `${written}%${zone}`, port };
}

export class Transport {
  readonly #listeners = new Map<number, Listener>();
  readonly #shared = new Map<4 | 6, Socket>();
  #directPaths = 0;
  #closed = false;

  /** An id that nothing else waits under; give it back with {@link release}. */
  listen(listener: Listener): number {
    let id = randomId();
    while (this.#listeners.has(id)) id = randomId();
    this.#listeners.set(id, listener);
    return id;
  }

  release(id: number): void {
    this.#listeners.delete(id);
  }

  /** The shared way: nothing to open, but the system does not say whom an ICMP error was about. */
  sharedPath({ family, address, port }: Endpoint, onError: (error: Error) => void): Path {
    const socket = this.#sharedSocket(family);
    return {
      send: (datagram) =>
        socket.send(datagram, port, address, (error) => {
          if (error !== null) onError(error);
        }),
      close: () => undefined,
    };
  }

  /**
   * A connected socket for one device, which hears "port unreachable" at once; the shared way when there are too many.
   * It has to be closed.
   */
  directPath(endpoint: Endpoint, onError: (error: Error) => void): Path {
    if (this.#directPaths >= maxDirectPaths) return this.sharedPath(endpoint, onError);
    this.#directPaths++;
    let open = true;
    const socket = this.#open(endpoint.family);
    const waiting: Buffer[] = [];
    let connected = false;
    const send = (datagram: Buffer) =>
      socket.send(datagram, (error) => {
        if (error !== null && open) onError(error);
      });
    socket.on("error", (error) => {
      if (open) onError(error);
    });
    socket.connect(endpoint.port, endpoint.address, () => {
      connected = true;
      for (const datagram of waiting) send(datagram);
    });
    return {
      send: (datagram) => (connected ? send(datagram) : void waiting.push(datagram)),
      close: () => {
        if (!open) return;
        open = false;
        this.#directPaths--;
        socket.close();
      },
    };
  }

  /** Ends the shared sockets and fails all who listen. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const listener of this.#listeners.values()) {
      listener.broken(new Error(stopping));
    }
    const sockets = [...this.#shared.values()];
    this.#shared.clear();
    await Promise.all(sockets.map((socket) => new Promise<void>((done) => socket.close(done))));
  }

  #sharedSocket(family: 4 | 6): Socket {
    const known = this.#shared.get(family);
    if (known !== undefined) return known;
    const socket = this.#open(family);
    let bound = false;
    socket.on("error", (error) => {
      // Once bound, an error is about one datagram that could not be received: its request is repeated.
      if (bound) return;
      this.#shared.delete(family);
      socket.close();
      for (const listener of this.#listeners.values()) {
        if (listener.endpoint.family === family) listener.broken(error);
      }
    });
    socket.bind(0, () => {
      bound = true;
      socket.unref();
      socket.setRecvBufferSize(receiveBufferBytes);
    });
    this.#shared.set(family, socket);
    return socket;
  }

  #open(family: 4 | 6): Socket {
    if (this.#closed) throw new Error(stopping);
    const socket = createSocket({
      type: family === 4 ? "udp4" : "udp6",
      ipv6Only: family === 6,
      // Endpoints are addresses already: Node's own lookup would cost a thread pool job for each datagram.
      lookup: (address, _options, found) => found(null, address, family),
    });
    socket.on("message", (datagram, from) => this.#dispatch(datagram, from));
    return socket;
  }

  #dispatch(datagram: Buffer, from: RemoteInfo): void {
    const id = peekId(datagram);
    const listener = id === null ? undefined : this.#listeners.get(id);
    if (id === null || listener === undefined) return;
    const { address, port } = listener.endpoint;
    if (from.port === port && from.address === address) {
      listener.receive(datagram, id, performance.now());
    } else {
      listener.stranger(from.address, from.port);
    }
  }
}
