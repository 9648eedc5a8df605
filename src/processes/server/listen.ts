import type { FastifyInstance } from "fastify";
import { Problem } from "#platform/errors";

/** Where the server listens. */
export interface ListenAddress {
  /** For people. */
  readonly shown: string;
  /** For our own child processes, also when the server listens on every address. */
  readonly local: string;
}

const everywhere = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/** @throws Problem when the address cannot be listened on. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<ListenAddress> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new Problem("unavailable", `Cannot listen on ${host} port ${port}: ${reason(error)}`, {
      cause: error,
    });
  }
  const bound = app.server.address();
  const boundPort = typeof bound === "object" && bound !== null ? bound.port : port;
  return { shown: url(host, boundPort), local: url(everywhere.get(host) ?? host, boundPort) };
}

function url(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return "another program has it. Stop that, or set VEDETTE_PORT to another port.";
  if (code === "EACCES")
    return "it is not permitted. Ports below 1024 need a privilege: set VEDETTE_PORT to a higher one.";
  if (code === "EADDRNOTAVAIL")
    return "this machine has no such address. Set VEDETTE_HOST to one that it has.";
  return `${error instanceof Error ? error.message : String(error)}.`;
}
