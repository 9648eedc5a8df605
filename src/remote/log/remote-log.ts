import { writeSync } from "node:fs";
import type { Logger } from "#lib/logger";

/** As pino counts them, so that one reader understands the server's lines and ours. */
const levels = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 } as const;
export type RemoteLogLevel = keyof typeof levels;

/** The level by pino's name, as the server's setting has it; pino's outermost levels are taken as their neighbours. */
export function remoteLogLevel(name: string): RemoteLogLevel {
  return byPinoName.get(name) ?? "info";
}

const byPinoName = new Map<string, RemoteLogLevel>([
  ["trace", "debug"],
  ["debug", "debug"],
  ["info", "info"],
  ["warn", "warn"],
  ["error", "error"],
  ["fatal", "error"],
  ["silent", "silent"],
]);

/**
 * The log of a program at a customer's site: JSON lines on stderr, as the server's. It writes at once and waits, so that
 * the last line before a crash is there.
 *
 * @param name which program speaks, e.g. `collector`.
 * @param write takes one line; standard error by default.
 */
export function createRemoteLog(
  level: RemoteLogLevel,
  name: string,
  write: (line: string) => void = writeToStderr,
): Logger {
  function at(lineLevel: Exclude<RemoteLogLevel, "silent">) {
    const number = levels[lineLevel];
    if (number < levels[level]) return () => {};
    return (facts: object, sentence: string) => {
      const line = { level: number, time: Date.now(), name, pid: process.pid, ...told(facts) };
      write(`${JSON.stringify({ ...line, msg: sentence })}\n`);
    };
  }
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** Errors have nothing that JSON would show; say what they say, and why. */
function told(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, value instanceof Error ? why(value) : value]),
  );
}

function why(error: Error): string {
  const cause = error.cause instanceof Error ? `: ${why(error.cause)}` : "";
  return `${error.message}${cause}`;
}

function writeToStderr(line: string): void {
  try {
    writeSync(2, line);
  } catch (error) {
    // The reader is gone or slow (a closed or full pipe): polling matters more than telling of it.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EPIPE" && code !== "EAGAIN") throw error;
  }
}
