import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type EchoProblem, type EchoResult, summarise } from "./echo-check.ts";

/** Pings through fping(8), which has the privilege that this process lacks: one process for all checks of a moment. */
export interface FpingClient {
  ping(
    address: string,
    family: 4 | 6,
    packets: number,
    timeoutMs: number,
    settle: (result: EchoResult | Error) => void,
  ): void;
  /** Ends the processes; checks under way settle as unanswered. */
  close(): Promise<void>;
}

const gatherMs = 100;
const spacingMs = 200;
const graceMs = 300;

interface Waiter {
  settle(result: EchoResult | Error): void;
  address: string;
  family: 4 | 6;
  packets: number;
  timeoutMs: number;
}

/** True when `fping` is installed and can ping this machine. */
export function canUseFping(program = "fping"): Promise<boolean> {
  return new Promise((resolve) => {
    const args = ["-q", "-c", "1", "-t", "500", "127.0.0.1"];
    execFile(program, args, { timeout: 3000 }, (error) => resolve(error === null));
  });
}

/** Checks that begin within 100 ms and ask alike share a process. */
export function createFpingClient(program = "fping"): FpingClient {
  const groups = new Map<string, Waiter[]>();
  const running = new Set<FpingRun>();
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  const launch = (): void => {
    timer = null;
    for (const waiters of groups.values()) {
      const run = startRun(program, waiters);
      running.add(run);
      void run.ended.then(() => running.delete(run));
    }
    groups.clear();
  };
  return {
    ping(address, family, packets, timeoutMs, settle) {
      if (closed) {
        settle(new Error("the ICMP engine was closed"));
        return;
      }
      const key = `${family} ${packets} ${timeoutMs}`;
      const waiters = groups.get(key) ?? [];
      groups.set(key, waiters);
      waiters.push({ settle, address, family, packets, timeoutMs });
      timer ??= setTimeout(launch, gatherMs);
    },
    async close() {
      closed = true;
      if (timer !== null) {
        clearTimeout(timer);
        launch();
      }
      await Promise.all(
        [...running].map((run) => {
          run.kill();
          return run.ended;
        }),
      );
    },
  };
}

interface FpingRun {
  kill(): void;
  /** Resolves when the process is gone and every waiter has settled. */
  ended: Promise<void>;
}

/** Several checks of one address are one target: fping's lines do not tell them apart. */
interface Target {
  waiters: Waiter[];
  roundTripsMs: number[];
  lost: number;
  problem: EchoProblem | null;
}

function startRun(program: string, waiters: readonly Waiter[]): FpingRun {
  const [first] = waiters;
  if (first === undefined) return { kill() {}, ended: Promise.resolve() };
  const { packets, timeoutMs, family } = first;
  const targets = new Map<string, Target>();
  for (const waiter of waiters) {
    const known = targets.get(waiter.address);
    if (known !== undefined) known.waiters.push(waiter);
    else {
      const roundTripsMs = Array.from<number>({ length: packets }).fill(Number.NaN);
      targets.set(waiter.address, { waiters: [waiter], roundTripsMs, lost: 0, problem: null });
    }
  }
  const budgetMs = Math.max(100, timeoutMs - gatherMs - targets.size);
  const periodMs = Math.max(10, Math.min(spacingMs, Math.floor(budgetMs / 2 / packets)));
  const waitMs = Math.max(50, Math.floor(budgetMs - periodMs * (packets - 1)));
  const args = [`-${family}`, "-B1", "-i1", "-c", `${packets}`, "-p", `${periodMs}`];
  const child = spawn(program, [...args, "-t", `${waitMs}`, "-f", "-"]);
  const settle = (address: string, target: Target): void => {
    targets.delete(address);
    const received = target.roundTripsMs.filter((each) => !Number.isNaN(each)).length;
    const problem = received === 0 ? target.problem : null;
    const result = { sent: packets, received, ...summarise(target.roundTripsMs), problem };
    for (const waiter of target.waiters) waiter.settle(result);
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    const found = /^(\S+)\s*: \[(\d+)\], (?:\d+ bytes, ([\d.]+) ms|timed out)/.exec(line);
    const [, address = "", packet = "", milliseconds] = found ?? [];
    const target = targets.get(address);
    if (target === undefined) return;
    if (milliseconds === undefined) target.lost++;
    else if (Number.isNaN(target.roundTripsMs[Number(packet)])) {
      target.roundTripsMs[Number(packet)] = Number(milliseconds);
    }
    const answered = target.roundTripsMs.filter((each) => !Number.isNaN(each)).length;
    if (answered + target.lost >= packets) settle(address, target);
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    const said = readComplaint(line);
    const target = targets.get(said?.address ?? "");
    if (said !== null && target !== undefined) target.problem = { kind: "said", words: said.words };
  });
  child.stdin.on("error", () => child.kill("SIGKILL")); // it ended early: the exit tells
  child.stdin.end(`${[...targets.keys()].join("\n")}\n`);
  const killer = setTimeout(() => child.kill("SIGKILL"), timeoutMs + graceMs);
  const ended = new Promise<void>((resolve) => {
    const finish = (error: Error | null): void => {
      clearTimeout(killer);
      for (const [address, target] of targets) {
        if (error === null) settle(address, target);
        else for (const waiter of target.waiters) waiter.settle(error);
      }
      resolve();
    };
    child.once("error", finish);
    child.once("close", () => finish(null));
  });
  return { kill: () => child.kill("SIGKILL"), ended };
}

/** What fping tells of ICMP errors. */
function readComplaint(line: string): { address: string; words: string } | null {
  const [, error, from, address] =
    /^ICMP (.+) from (\S+) for ICMP Echo sent to (\S+)/.exec(line) ?? [];
  if (error === undefined || address === undefined) return null;
  return { address, words: `${from} answers "${error.toLowerCase()}"` };
}
