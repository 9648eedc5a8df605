import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { Cleaned } from "#test/clean-up";
import { freePort } from "#test/processes";

/** A web service to be polled, that knows who asked for what and when. */
export interface WebTarget {
  readonly port: number;
  readonly url: string;
  /** Paths that were asked for, with the times. */
  readonly hits: { path: string; at: number }[];
  /** Times at which the path was asked for after the given one. */
  hitsSince(path: string, at: number): number[];
  /** The port is closed. */
  close(): Promise<void>;
  /** It answers again, on the same port. */
  open(): Promise<void>;
}

/** Starts a web service on loopback that answers 200 to everything. `cleanUp` closes it. */
export async function startWebTarget(t: Cleaned): Promise<WebTarget> {
  const port = await freePort();
  const hits: WebTarget["hits"] = [];
  let server: Server | undefined;
  const target: WebTarget = {
    port,
    url: `http://127.0.0.1:${port}`,
    hits,
    hitsSince: (path, at) =>
      hits.flatMap((hit) => (hit.path === path && hit.at > at ? hit.at : [])),
    async open() {
      server = createServer((request, response) => {
        hits.push({ path: request.url ?? "", at: Date.now() });
        response.end("ok");
      });
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    async close() {
      const closing = server;
      server = undefined;
      if (closing === undefined) return;
      closing.close();
      closing.closeAllConnections();
      await once(closing, "close");
    },
  };
  await target.open();
  t.after(() => target.close());
  return target;
}
