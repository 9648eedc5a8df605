import type { IncomingMessage } from "node:http";
import { newId } from "#lib/ids";

/** What a client may name its request: safe in a log and a header. */
const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The client's `X-Request-Id` when it is acceptable, else a new id. Every reply carries it. */
export function requestIdOf(request: IncomingMessage): string {
  const wanted = request.headers["x-request-id"];
  return typeof wanted === "string" && acceptable.test(wanted) ? wanted : newId();
}
