import type { HostRef } from "./imported-report.ts";
import { hostRefOf } from "./texts.ts";

/** Where a URL leads. */
export interface Place {
  readonly ref: HostRef;
  /** `null`: the host itself, or not known. */
  readonly port: number | null;
  readonly scheme: string | null;
}

const usualPorts = new Map([
  ["http", 80],
  ["https", 443],
  ["ws", 80],
  ["wss", 443],
  ["ftp", 21],
]);

/** Reads a URL with a host, or `host:port`, or a host alone; `null` when it is none of them. */
export function placeOfUrl(text: string): Place | null {
  const alone = hostRefOf(text);
  if (alone !== null) return { ref: alone, port: null, scheme: null };
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const url = URL.parse(hasScheme ? text : `any://${text}`);
  if (url === null || url.protocol === "file:") return null;
  const ref = hostRefOf(url.hostname);
  if (ref === null) return null;
  const scheme = hasScheme ? url.protocol.slice(0, -1) : null;
  const port = url.port === "" ? (usualPorts.get(scheme ?? "") ?? null) : Number(url.port);
  return { ref, port: port === 0 ? null : port, scheme };
}
