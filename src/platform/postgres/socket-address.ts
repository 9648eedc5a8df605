import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "#platform/errors";

/** A way to a cluster's socket. */
export interface SocketAddress {
  /** The directory of the socket, for the driver. Good in this process only. */
  readonly directory: string;
  close(): void;
}

export const socketPort = 5432;

/** `sun_path` of unix(7), without the zero at its end. */
const longestPath = process.platform === "linux" ? 107 : 103;

/**
 * The address of the socket that lies in the cluster's directory. The system allows only short addresses; a longer one goes
 * by way of a handle to the directory.
 *
 * @throws Problem `unavailable` when the path is too long and the system has no such way.
 */
export function socketAddress(clusterDir: string): SocketAddress {
  const path = join(clusterDir, `.s.PGSQL.${socketPort}`);
  if (Buffer.byteLength(path) <= longestPath)
    return { directory: clusterDir, close: () => undefined };
  if (process.platform !== "linux") {
    throw new Problem(
      "unavailable",
      `${clusterDir} is too long a path for a Unix socket. Set VEDETTE_DATA_DIR to a shorter one.`,
    );
  }
  const handle = openSync(clusterDir, "r");
  return { directory: `/proc/self/fd/${handle}`, close: () => closeSync(handle) };
}
