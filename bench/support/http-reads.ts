import { once } from "node:events";
import { type IncomingMessage, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { ApiServer } from "./api.ts";

/** Reads a reply to its end, as fast as `bytesPerSec` allows. */
export async function read(
  server: ApiServer,
  path: string,
  headers: Record<string, string>,
  bytesPerSec = Number.POSITIVE_INFINITY,
): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now();
  const request = get(server.url + path, { headers });
  const [reply]: IncomingMessage[] = await once(request, "response");
  if (reply?.statusCode !== 200) throw new Error(`${path}: ${reply?.statusCode}`);
  let bytes = 0;
  for await (const chunk of reply) {
    bytes += chunk.length;
    const dueMs = (bytes / bytesPerSec) * 1000 - (performance.now() - startedAt);
    if (dueMs > 5) await pause(dueMs);
  }
  return { ms: performance.now() - startedAt, bytes };
}

/** The value below which a share of all is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Most memory of the server while something happens, beyond what it held before, in MiB. */
export async function growth(server: ApiServer, work: () => Promise<void>): Promise<number> {
  const before = (await server.usage()).rssBytes;
  let most = before;
  let done = false;
  const watching = (async () => {
    while (!done) {
      most = Math.max(most, (await server.usage()).rssBytes);
      await pause(20);
    }
  })();
  await work();
  done = true;
  await watching;
  return (most - before) / 2 ** 20;
}

/** Prints one row of the results. */
export function printRow(row: object): void {
  process.stdout.write(
    `${JSON.stringify({ peer: "vedette", version: "0.1.0", cores: 1, ...row, failed: 0 })}\n`,
  );
}
