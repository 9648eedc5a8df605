import type { Reply } from "./judge-reply.ts";
import { isRecord } from "./record.ts";

/**
 * The version of Graph that a path is of, and what is behind it: a batch is sent to one version, and names paths behind it.
 * `null`: it has none.
 */
export function splitVersion(path: string): { version: string; rest: string } | null {
  const match = /^\/(v1\.0|beta)(\/.*)$/.exec(path);
  const [, version, rest] = match ?? [];
  return version === undefined || rest === undefined ? null : { version, rest };
}

/** The body of a batch that asks for paths behind one version. Ids are their places. */
export function batchBody(rests: readonly string[], headers: Record<string, string>): string {
  return JSON.stringify({
    requests: rests.map((url, index) => ({ id: String(index), method: "GET", url, headers })),
  });
}

/** The parts of an answer, each at its place; `null`: it is no answer to a batch. What was not answered is missing. */
export function readBatch(body: unknown): ReadonlyMap<number, Reply> | null {
  const responses = isRecord(body) ? body["responses"] : undefined;
  if (!Array.isArray(responses)) return null;
  const parts = new Map<number, Reply>();
  for (const one of responses) {
    if (!isRecord(one) || typeof one["status"] !== "number" || typeof one["id"] !== "string") {
      continue;
    }
    parts.set(Number(one["id"]), {
      status: one["status"],
      headers: headersOf(one["headers"]),
      body: one["body"],
    });
  }
  return parts;
}

function headersOf(headers: unknown): Record<string, string> {
  if (!isRecord(headers)) return {};
  const entries = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase(),
    typeof value === "string" || typeof value === "number" ? String(value) : "",
  ]);
  return Object.fromEntries(entries);
}
