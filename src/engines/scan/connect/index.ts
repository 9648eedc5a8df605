import type { Connector } from "./connector.ts";
import { startKernelConnector } from "./kernel-connector.ts";
import { createNetConnector } from "./net-connector.ts";

export type { ConnectListener, Connector, ConnectOutcome, Destination } from "./connector.ts";
export { packetsOfAttempt } from "./connector.ts";
export type { Answer, ConnectPool } from "./pool.ts";
export { createConnectPool } from "./pool.ts";

/** `kernel`: the fast one, on Linux where koffi loads; `net`: Node's own sockets, everywhere. */
export type ConnectorKind = "kernel" | "net";

/**
 * The fastest connector that works here, or the one asked for.
 *
 * @param tell hears why it is not the fastest one
 * @throws when the one asked for does not work here
 */
export async function startConnector(
  kind: ConnectorKind | null,
  tell: (sentence: string) => void,
): Promise<Connector> {
  if (kind === "net" || (kind === null && process.platform !== "linux")) {
    return createNetConnector();
  }
  try {
    return await startKernelConnector();
  } catch (error) {
    if (kind === "kernel") throw error;
    const reason = error instanceof Error ? error.message : String(error);
    tell(`scans are slower here, for the kernel's sockets cannot be used directly: ${reason}`);
    return createNetConnector();
  }
}
