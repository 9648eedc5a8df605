import { formatHostPort, withoutZone } from "#lib/ip";

export interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

/** A request as bytes; the connection is to end after the reply. */
export function requestText(
  to: { address: string; port: number; hostName: string | null; secure: boolean },
  { method, path, body }: Request,
): string {
  const usual = to.secure ? 443 : 80;
  const host = to.hostName ?? withoutZone(to.address);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${to.port === usual ? formatHostPort(host, 0).replace(/:0$/, "") : formatHostPort(host, to.port)}`,
    "User-Agent: Vedette",
    "Accept: */*",
    ...(body === undefined
      ? []
      : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`]),
    "Connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}
