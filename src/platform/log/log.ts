import { type Logger, pino } from "pino";

/** Structured log on stderr, so that stdout stays for what a command prints. */
export type Log = Logger;

/**
 * Makes the process's log. Values under these names never reach it: a credential in a log is a credential lost.
 *
 * @param level pino's level name; `silent` in tests.
 */
export function createLog(level: string, name: string): Log {
  return pino(
    {
      level,
      name,
      base: { name, pid: process.pid },
      redact: {
        paths: [
          "*.password",
          "*.credential",
          "*.token",
          "*.community",
          "*.authPassword",
          "*.privPassword",
          "*.authorization",
        ],
        censor: "[redacted]",
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
