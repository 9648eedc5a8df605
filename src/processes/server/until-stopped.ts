import type { Problem } from "#platform/errors";
import type { Log } from "#platform/log";

/**
 * Waits for SIGTERM or SIGINT. A second one ends the process at once, for somebody who does not want to wait.
 *
 * @throws Problem when the database is lost for good.
 */
export async function untilStopped(lost: Promise<Problem>, log: Log): Promise<void> {
  const { promise: told, resolve } = Promise.withResolvers<null>();
  let times = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    times += 1;
    if (times > 1) process.exit(1);
    log.info({ signal }, "stopping");
    resolve(null);
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  const problem = await Promise.race([told, lost]);
  if (problem !== null) throw problem;
}
