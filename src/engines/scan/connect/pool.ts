import type { ConnectListener, Connector, ConnectOutcome, Destination } from "./connector.ts";

/** The connections of a connector, shared by all hosts of a scan. */
export interface ConnectPool {
  /** How many more can begin now. */
  readonly free: number;
  connect(to: Destination, port: number, timeoutMs: number, listener: ConnectListener): void;
  /** One attempt as a promise, for those who make few. It waits for its turn. */
  ask(to: Destination, port: number, timeoutMs: number): Promise<Answer>;
  /** Calls once when there is room again. */
  whenFree(call: () => void): void;
}

export interface Answer {
  readonly outcome: ConnectOutcome;
  readonly rttMs: number;
}

/** Counts what is under way, so that no connector gets more than it can have at once. */
export function createConnectPool(connector: Connector): ConnectPool {
  let free = connector.atOnce;
  let waiting: (() => void)[] = [];

  function connect(
    to: Destination,
    port: number,
    timeoutMs: number,
    listener: ConnectListener,
  ): void {
    free--;
    connector.connect(to, port, timeoutMs, {
      settled(settledPort, outcome, rttMs) {
        free++;
        listener.settled(settledPort, outcome, rttMs);
        if (waiting.length === 0 || free <= 0) return;
        const next = waiting;
        waiting = [];
        for (const call of next) call();
      },
    });
  }

  return {
    get free() {
      return free;
    },
    connect,
    whenFree(call) {
      waiting.push(call);
    },
    async ask(to, port, timeoutMs) {
      while (free <= 0) await new Promise<void>((resolve) => waiting.push(resolve));
      return new Promise((resolve) => {
        connect(to, port, timeoutMs, {
          settled: (_, outcome, rttMs) => resolve({ outcome, rttMs }),
        });
      });
    },
  };
}
