/**
 * The program of the connect thread: one loop that connects, listens to the kernel and sleeps in epoll_wait(2). It never
 * returns to Node's event loop, so that a scan neither waits for the main thread nor keeps it.
 */
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { Dialer } from "./dialer.ts";
import { linux, loadLibc } from "./libc.ts";
import {
  type ConnectThreadData,
  type ConnectThreadReady,
  countRequests,
  readRequest,
  ResultBatch,
  shared,
} from "./messages.ts";

const resultCapacity = 512;
/** Begun before the kernel is asked what became of those under way, so that no answer waits long. */
const startsInARow = 128;
/** A thread that nobody wakes looks around this often: process.exit() cannot interrupt epoll_wait(2). */
const longestSleepMs = 1000;

function run(
  data: ConnectThreadData,
  post: (message: unknown, move?: ArrayBuffer[]) => void,
): void {
  const flags = new Int32Array(data.shared);
  const libc = loadLibc();
  const wakeFd = libc.eventfd(0, linux.SOCK_CLOEXEC | linux.SOCK_NONBLOCK);
  const results = new ResultBatch(resultCapacity);
  const flush = (): void => {
    const records = results.take();
    post(records, [records.buffer]);
  };
  const dialer = new Dialer(libc, wakeFd, data.atOnce, (id, outcome, rttMs) => {
    results.add(id, outcome, rttMs);
    if (results.full) flush();
  });
  const ready: ConnectThreadReady = { wakeFd };
  post(ready);

  const batches: Uint32Array[] = [];
  let begun = 0; // attempts of the first batch that were begun
  let taken = 0;
  const takeRequests = (): void => {
    while (taken !== Atomics.load(flags, shared.posted)) {
      const received = receiveMessageOnPort(data.requests);
      if (received === undefined) throw new Error("a batch was announced and is not there");
      taken++;
      batches.push(received.message);
    }
  };
  const startSome = (): void => {
    for (let left = Math.min(startsInARow, dialer.room); left > 0; left--) {
      const batch = batches[0];
      if (batch === undefined) return;
      dialer.start(readRequest(batch, begun++));
      if (begun === countRequests(batch)) {
        batches.shift();
        begun = 0;
      }
    }
  };

  const wake = Buffer.alloc(8);
  while (Atomics.load(flags, shared.stop) === 0) {
    takeRequests();
    startSome();
    if (batches.length > 0 && dialer.room > 0) {
      dialer.step(0);
      continue;
    }
    dialer.step(0);
    if (!results.empty) {
      flush();
      continue; // there may be more already
    }
    Atomics.store(flags, shared.asleep, 1);
    const awaited = taken === Atomics.load(flags, shared.posted);
    if (awaited && Atomics.load(flags, shared.stop) === 0) dialer.step(longestSleepMs);
    Atomics.store(flags, shared.asleep, 0);
    libc.read(wakeFd, wake, wake.length);
  }
  dialer.close();
  data.requests.close();
}

const port = parentPort;
if (port === null) throw new Error("connect-thread.ts is the program of a worker thread");
const data: ConnectThreadData = workerData;
run(data, (message, move = []) => port.postMessage(message, move));
