import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import type { Account } from "./account.ts";

/**
 * The cluster's directory as PostgreSQL is told it. It starts in that directory while we still have our own rights, and
 * reaches it by this name ever after; so it need not be able to enter the directories above, and their length does not
 * matter.
 */
export function clusterArgument(clusterDir: string): string {
  return process.platform === "linux" ? "/proc/self/cwd" : clusterDir;
}

/**
 * Starts a program as the account, in a session of its own: a Ctrl-C at the terminal is ours to handle, in our order.
 *
 * @param account `undefined`: as ourselves.
 */
export function spawnAs(
  account: Account | undefined,
  program: string,
  args: readonly string[],
  options: { cwd: string; stdio: StdioOptions },
): ChildProcess {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return spawn(program, args, { ...account, ...options, env, detached: true });
}
