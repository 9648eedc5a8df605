import type { ConnectOutcome } from "./connector.ts";

/** What it means that connecting failed with this error code of the system (`ECONNREFUSED`, …). */
export function outcomeOfError(code: string): ConnectOutcome {
  switch (code) {
    case "ECONNREFUSED":
    case "ECONNRESET":
      return "closed";
    case "ETIMEDOUT":
      return "silent";
    case "EMFILE":
    case "ENFILE":
    case "ENOBUFS":
    case "ENOMEM":
    case "EAGAIN":
    case "EADDRNOTAVAIL":
      return "unsent";
    default: // EHOSTUNREACH, ENETUNREACH, EACCES, EPERM, ENETDOWN, EAFNOSUPPORT: no way there
      return "unreachable";
  }
}
