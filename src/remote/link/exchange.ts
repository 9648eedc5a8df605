import type { ClientRequest, IncomingMessage } from "node:http";
import { createGunzip } from "node:zlib";

/** One call, and what it may cost. */
export interface Exchange {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Bound of the reply, unpacked. */
  readonly maxReplyBytes: number;
}

/** The answer that came, whatever it says. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Calls once, follows no redirect, and reads the whole reply.
 *
 * Not with `fetch`, and not with `import "node:http"`, which names everything that there is in it: both load undici, and an
 * agent that has next to nothing to do would hold 14 MB more for it.
 *
 * @throws whatever the network, the time or the bound did to it.
 */
export async function exchange(url: string, call: Exchange): Promise<Answer> {
  try {
    return await once(url, call);
  } catch (error) {
    // The server closed a connection that was kept for the next call in the moment in which that was made.
    if (!(error instanceof StaleConnection)) throw error;
    return await once(url, call);
  }
}

class StaleConnection extends Error {
  override name = "StaleConnection";
}

async function once(url: string, call: Exchange): Promise<Answer> {
  const { method, body, signal } = call;
  const headers: Record<string, string | number> = { ...call.headers, "accept-encoding": "gzip" };
  if (body !== null) headers["content-length"] = body.length;
  const { protocol } = new URL(url);
  const { request } = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(url, { method, headers, signal });
  asked.on("error", (error) =>
    reject(
      isStale(asked, error)
        ? new StaleConnection("the server closed the connection", { cause: error })
        : error,
    ),
  );
  asked.on("response", (response) => {
    readText(response, call.maxReplyBytes).then(
      (text) => resolve({ status: response.statusCode ?? 0, text }),
      (error: unknown) => {
        asked.destroy();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
  asked.end(body ?? undefined);
  return await promise;
}

function isStale(asked: ClientRequest, error: Error): boolean {
  return asked.reusedSocket && "code" in error && error.code === "ECONNRESET";
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const packed = response.headers["content-encoding"] === "gzip";
  const unpacked = packed ? response.pipe(createGunzip()) : response;
  if (packed) response.on("error", (error) => unpacked.destroy(error));
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked) {
    const part: Buffer = chunk;
    bytes += part.length;
    if (bytes > maxBytes) throw new Error(`the reply exceeds ${maxBytes} bytes`);
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString("utf8");
}
