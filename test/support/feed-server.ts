import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";

/** How the server fails, once for each entry: with a status, by cutting the answer off behind so many bytes, or by silence. */
export type Fault = { status: number; retryAfter?: string } | { cutAt: number } | "silence";

/** What was asked of the server. */
export interface Asked {
  path: string;
  range: string | undefined;
  ifRange: string | undefined;
  ifNoneMatch: string | undefined;
  /** What it answered; 0: it cut the connection, or kept silent. */
  status: number;
}

/** A web server with feeds that knows ETags, conditional requests and ranges, and fails on demand. */
export class FeedServer {
  readonly asked: Asked[] = [];
  readonly files = new Map<string, Buffer>();
  readonly faults = new Map<string, Fault[]>();
  readonly #server = createServer((request, response) => this.#answer(request, response));

  /** The address without a slash at its end. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("it does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The statuses that were answered to requests for a path, in order. */
  statusesOf(path: string): number[] {
    return this.asked.filter((each) => each.path === path).map(({ status }) => status);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    const { range, "if-range": ifRange, "if-none-match": ifNoneMatch } = request.headers;
    const asked: Asked = { path, range, ifRange: ifRange?.toString(), ifNoneMatch, status: 0 };
    this.asked.push(asked);
    const fault = this.faults.get(path)?.shift();
    if (fault === "silence") return;
    const end = (status: number, headers: Record<string, string>, body: Buffer): void => {
      asked.status = status;
      response.writeHead(status, { ...headers, "content-length": String(body.length) });
      if (fault !== undefined && "cutAt" in fault) {
        asked.status = 0;
        // Without a reset, which would take back what is on its way.
        response.write(body.subarray(0, fault.cutAt), () => response.socket?.end());
      } else response.end(body);
    };
    if (fault !== undefined && "status" in fault) {
      const { status, retryAfter } = fault;
      end(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }, Buffer.alloc(0));
      return;
    }
    const body = this.files.get(path);
    if (body === undefined) {
      end(404, {}, Buffer.alloc(0));
      return;
    }
    const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
    const headers = { etag, "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" };
    if (ifNoneMatch === etag) {
      asked.status = 304;
      response.writeHead(304, headers).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1]);
    if (ifRange === etag && from < body.length) {
      const place = `bytes ${from}-${body.length - 1}/${body.length}`;
      end(206, { ...headers, "content-range": place }, body.subarray(from));
    } else end(200, headers, body);
  }
}
