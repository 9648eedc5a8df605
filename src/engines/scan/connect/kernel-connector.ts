import { closeSync, readFileSync, writeSync } from "node:fs";
import { MessageChannel, Worker } from "node:worker_threads";
import type { ConnectListener, Connector } from "./connector.ts";
import {
  type ConnectThreadData,
  type ConnectThreadReady,
  readResults,
  RequestBatch,
  shared,
} from "./messages.ts";

const mostAtOnce = 4000;
const wakeWord = Buffer.alloc(8);
wakeWord.writeBigUInt64LE(1n);

/**
 * A connector of the kernel's own sockets, in a thread of its own (Linux). Attempts that begin in the same turn of the
 * event loop travel together.
 *
 * @throws when the thread cannot work here: koffi has no binary for this platform, say
 */
export async function startKernelConnector(): Promise<Connector> {
  const channel = new MessageChannel();
  const memory = new SharedArrayBuffer(shared.length * Int32Array.BYTES_PER_ELEMENT);
  const atOnce = Math.min(mostAtOnce, Math.floor(openFilesLimit() / 2));
  const workerData: ConnectThreadData = { atOnce, requests: channel.port2, shared: memory };
  const worker = new Worker(new URL("./connect-thread.ts", import.meta.url), {
    workerData,
    transferList: [channel.port2],
    name: "connect",
  });
  const ready = await firstMessage(worker);
  return createConnector(worker, channel.port1, new Int32Array(memory), ready.wakeFd, atOnce);
}

/** proc(5): how many files this process may have open; sockets count. */
function openFilesLimit(): number {
  const [, limit] =
    /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return limit === undefined ? mostAtOnce : Number(limit);
}

/** Takes off exactly the listeners that it put on: a Worker has some of its own. */
function firstMessage(worker: Worker): Promise<ConnectThreadReady> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
    };
    const onMessage = (message: ConnectThreadReady): void => {
      done();
      resolve(message);
    };
    const onError = (error: unknown): void => {
      done();
      reject(error);
    };
    const onExit = (): void => onError(new Error("the connect thread ended before it began"));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}

interface Waiting {
  port: number;
  listener: ConnectListener;
}

function createConnector(
  worker: Worker,
  port: MessageChannel["port1"],
  flags: Int32Array,
  wakeFd: number,
  atOnce: number,
): Connector {
  const batch = new RequestBatch();
  const waiting: (Waiting | null)[] = [];
  const freeIds: number[] = [];
  let alive = true;
  let closing = false;
  let failure: Error | null = null;

  const stop = (): void => {
    Atomics.store(flags, shared.stop, 1);
    if (alive) writeSync(wakeFd, wakeWord);
  };
  const flush = (): void => {
    if (!alive || batch.empty) return;
    const records = batch.take();
    port.postMessage(records, [records.buffer]);
    Atomics.add(flags, shared.posted, 1);
    if (Atomics.exchange(flags, shared.asleep, 0) === 1) writeSync(wakeFd, wakeWord);
  };
  worker.on("message", (records: Float64Array) => {
    readResults(records, (id, outcome, rttMs) => {
      const waiter = waiting[id];
      if (waiter === undefined || waiter === null) return;
      waiting[id] = null;
      freeIds.push(id);
      waiter.listener.settled(waiter.port, outcome, rttMs);
    });
  });
  worker.on("error", (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  const ended = new Promise<Error | null>((resolve) => {
    worker.on("exit", () => {
      alive = false;
      process.off("exit", stop);
      port.close();
      closeSync(wakeFd);
      resolve(closing ? null : (failure ?? new Error("the connect thread ended")));
    });
  });
  process.once("exit", stop); // epoll_wait(2) would hold up the end of the process

  return {
    atOnce,
    ended,
    connect(to, port, timeoutMs, listener) {
      const id = freeIds.pop() ?? waiting.length;
      waiting[id] = { port, listener };
      if (batch.empty) queueMicrotask(flush);
      batch.add(id, to, port, timeoutMs);
    },
    async close() {
      closing = true;
      waiting.fill(null);
      stop();
      await ended;
    },
  };
}
