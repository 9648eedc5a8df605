import { closeSync, writeSync } from "node:fs";
import { MessageChannel, Worker } from "node:worker_threads";
import type { EchoRequest, EchoResult } from "./echo-check.ts";
import type { EchoAddress, SocketKind } from "./echo-socket.ts";
import {
  type EchoThreadData,
  type EchoThreadReady,
  type EchoThreadResults,
  type FamilyState,
  readResults,
  RequestBatch,
  shared,
} from "./messages.ts";

/** Hands checks to the echo thread. Checks that begin in the same turn of the event loop travel together. */
export interface EchoClient {
  readonly ipv4: FamilyState;
  readonly ipv6: FamilyState;
  /** Calls `settle` once: with the result, or with an error when the thread has ended. */
  ping(
    to: EchoAddress,
    packets: number,
    timeoutMs: number,
    settle: (result: EchoResult | Error) => void,
  ): void;
  /** False once the thread has ended. */
  readonly alive: boolean;
  /** Ends the thread; checks under way settle with an error. */
  close(): Promise<void>;
}

const wakeWord = Buffer.alloc(8);
wakeWord.writeBigUInt64LE(1n);

/**
 * Starts the thread and waits until it knows what it may do.
 * @throws when the thread cannot work at all: koffi does not load here, say
 */
export async function startEchoClient(kinds: readonly SocketKind[]): Promise<EchoClient> {
  const channel = new MessageChannel();
  const memory = new SharedArrayBuffer(shared.length * Int32Array.BYTES_PER_ELEMENT);
  const workerData: EchoThreadData = { kinds, requests: channel.port2, shared: memory };
  const worker = new Worker(new URL("./echo-thread.ts", import.meta.url), {
    workerData,
    transferList: [channel.port2],
    name: "icmp",
  });
  const ready = await firstMessage(worker);
  return createClient(worker, channel.port1, new Int32Array(memory), ready);
}

/** Takes off exactly the listeners that it put on: a Worker has some of its own. */
function firstMessage(worker: Worker): Promise<EchoThreadReady> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
    };
    const onMessage = (message: EchoThreadReady): void => {
      done();
      resolve(message);
    };
    const onError = (error: unknown): void => {
      done();
      reject(error);
    };
    const onExit = (): void => onError(new Error("the ICMP thread ended before it began"));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}

function createClient(
  worker: Worker,
  port: MessageChannel["port1"],
  flags: Int32Array,
  ready: EchoThreadReady,
): EchoClient {
  const batch = new RequestBatch();
  const waiting: (((result: EchoResult | Error) => void) | null)[] = [];
  const freeIds: number[] = [];
  let failure: Error | null = null;
  let alive = true;

  const wake = (): void => {
    if (alive) writeSync(ready.wakeFd, wakeWord);
  };
  const stop = (): void => {
    Atomics.store(flags, shared.stop, 1);
    wake();
  };
  const flush = (): void => {
    if (!alive || batch.empty) return;
    const records = batch.take();
    port.postMessage(records, [records.buffer]);
    Atomics.add(flags, shared.posted, 1);
    if (Atomics.exchange(flags, shared.asleep, 0) === 1) wake();
  };
  const settle = (id: number, result: EchoResult | Error): void => {
    const waiter = waiting[id];
    if (waiter === undefined || waiter === null) return;
    waiting[id] = null;
    freeIds.push(id);
    waiter(result);
  };
  worker.on("message", (message: EchoThreadResults) => readResults(message, settle));
  worker.on("error", (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  const ended = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      alive = false;
      process.off("exit", stop);
      port.close();
      closeSync(ready.wakeFd);
      const reason = failure ?? new Error("the ICMP engine was closed");
      waiting.forEach((_, id) => settle(id, reason));
      resolve();
    });
  });
  process.once("exit", stop); // poll(2) would hold up the end of the process

  return {
    ipv4: ready.ipv4,
    ipv6: ready.ipv6,
    get alive() {
      return alive;
    },
    ping(to, packets, timeoutMs, onResult) {
      if (!alive) {
        onResult(failure ?? new Error("the ICMP engine was closed"));
        return;
      }
      const id = freeIds.pop() ?? waiting.length;
      waiting[id] = onResult;
      if (batch.empty) queueMicrotask(flush);
      const request: EchoRequest = { id, packets, timeoutMs, ...to };
      batch.add(request);
    },
    async close() {
      stop();
      await ended;
    },
  };
}
