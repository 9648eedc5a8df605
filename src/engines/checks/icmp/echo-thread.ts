/**
 * The program of the echo thread: one loop that sends, receives and sleeps in poll(2). It never returns to Node's event
 * loop, so nothing that the main thread does delays it, and it leaves libuv's thread pool to others.
 */
import { randomBytes } from "node:crypto";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { EchoSocket, type SocketKind } from "./echo-socket.ts";
import { type Libc, linux, loadLibc } from "./libc.ts";
import {
  type EchoThreadData,
  type EchoThreadReady,
  type FamilyState,
  readRequests,
  ResultBatch,
  shared,
} from "./messages.ts";
import { Pinger } from "./pinger.ts";

const resultCapacity = 256;
/** A thread that nobody wakes looks around this often: process.exit() cannot interrupt poll(2). */
const longestSleepMs = 1000;
const { POLLIN, SOCK_CLOEXEC, SOCK_NONBLOCK } = linux;

function open(libc: Libc, family: 4 | 6, kinds: readonly SocketKind[]): EchoSocket | number {
  let refused: EchoSocket | number = linux.EPERM;
  for (const kind of kinds) {
    const random = randomBytes(6);
    const ids = { id: random.readUInt16LE(0), secret: random.readUInt32LE(2) };
    refused = EchoSocket.open(libc, family, kind, ids);
    if (typeof refused !== "number") return refused;
  }
  return refused;
}

function stateOf(socket: EchoSocket | number): FamilyState {
  return typeof socket === "number" ? { errno: socket } : socket.kind;
}

function run(data: EchoThreadData, post: (message: unknown, move?: ArrayBuffer[]) => void): void {
  const flags = new Int32Array(data.shared);
  const libc = loadLibc();
  const wakeFd = libc.eventfd(0, SOCK_CLOEXEC | SOCK_NONBLOCK);
  const opened = [open(libc, 4, data.kinds), open(libc, 6, data.kinds)] as const;
  const sockets = opened.filter((each) => typeof each !== "number");
  const results = new ResultBatch(resultCapacity);
  const flush = (): void => {
    const message = results.take();
    post(message, [message.records.buffer]);
  };
  const pinger = new Pinger(sockets, randomBytes(2).readUInt16LE(0), (id, result) => {
    results.add(id, result);
    if (results.full) flush();
  });
  const ready: EchoThreadReady = {
    type: "ready",
    wakeFd,
    ipv4: stateOf(opened[0]),
    ipv6: stateOf(opened[1]),
  };
  post(ready);

  const fds = [wakeFd, ...sockets.map((socket) => socket.fd)];
  const entries = Buffer.alloc(fds.length * 8); // struct pollfd
  fds.forEach((fd, index) => {
    entries.writeInt32LE(fd, index * 8);
    entries.writeInt16LE(POLLIN, index * 8 + 4);
  });
  const wake = Buffer.alloc(8);
  let taken = 0;
  const takeRequests = (): void => {
    while (taken !== Atomics.load(flags, shared.posted)) {
      const received = receiveMessageOnPort(data.requests);
      if (received === undefined) throw new Error("a batch was announced and is not there");
      taken++;
      for (const request of readRequests(received.message)) {
        if (!pinger.start(request)) throw new Error(`no socket for IPv${request.family}`);
      }
    }
  };

  while (Atomics.load(flags, shared.stop) === 0) {
    takeRequests();
    if (pinger.step()) continue;
    if (!results.empty) flush();
    Atomics.store(flags, shared.asleep, 1);
    const awaited = taken === Atomics.load(flags, shared.posted);
    const sleepMs = awaited ? Math.min(longestSleepMs, pinger.waitMs() ?? longestSleepMs) : 0;
    libc.poll(entries, fds.length, Math.ceil(sleepMs));
    Atomics.store(flags, shared.asleep, 0);
    if (entries.readInt16LE(6) !== 0) libc.read(wakeFd, wake, wake.length);
    for (let index = 1; index < fds.length; index++) {
      // Anything besides readable is POLLERR: something waits in an error queue.
      if ((entries.readInt16LE(index * 8 + 6) & ~POLLIN) !== 0) pinger.readErrors();
    }
  }
  for (const socket of sockets) socket.close();
  data.requests.close();
}

const port = parentPort;
if (port === null) throw new Error("echo-thread.ts is the program of a worker thread");
const data: EchoThreadData = workerData;
run(data, (message, move = []) => port.postMessage(message, move));
