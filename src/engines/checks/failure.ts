import { type CauseCode, type CheckOutcome, emptyOutcome } from "#engines/check-types";
import { InvalidTarget } from "#lib/ip";
import { NameNotResolved, TargetRefused } from "./names/index.ts";

/** Whom a check asked: what its causes name. */
export interface Asked {
  /** As a person knows it: `10.0.0.3:22`, `https://example.net/`. */
  target: string;
  /** The address behind a name; `null` before it is known. */
  address: string | null;
  /** The deadline that was given. */
  timeoutMs: number;
}

/** A failed outcome. `facts` are what was learnt before the failure. */
export function failed(
  causeCode: CauseCode,
  cause: string,
  facts?: Partial<CheckOutcome>,
): CheckOutcome {
  return { ...emptyOutcome, ...facts, ok: false, cause, causeCode };
}

/** The deadline passed without an answer. */
export function noAnswer(asked: Asked, facts?: Partial<CheckOutcome>): CheckOutcome {
  return failed("timeout", `no answer from ${peer(asked)} within ${seconds(asked)}`, {
    address: asked.address,
    ...facts,
  });
}

/** `web.example:443 (10.0.0.3)`: the target, and the address when the target does not say it. */
export function peer(asked: Asked): string {
  const { target, address } = asked;
  return address === null || target.includes(address) ? target : `${target} (${address})`;
}

/**
 * The outcome for what sockets and the name cache throw. Errors of a protocol are the engine's to explain before it
 * comes here; what is unknown here is a defect of ours and says so.
 */
export function failureOutcome(
  error: unknown,
  asked: Asked,
  facts?: Partial<CheckOutcome>,
): CheckOutcome {
  const known = { address: asked.address, ...facts };
  if (error instanceof NameNotResolved) return failed("dns", error.message, known);
  if (error instanceof TargetRefused) return failed("target_refused", error.message, known);
  if (error instanceof InvalidTarget) return failed("target_refused", error.message, known);
  const code = errorCode(error);
  const explained = code === null ? undefined : explain(code, peer(asked));
  if (explained !== undefined) return failed(explained[0], explained[1], known);
  if (code === "ETIMEDOUT") {
    return failed(
      "timeout",
      `no answer from ${peer(asked)} before the system gave up (ETIMEDOUT)`,
      known,
    );
  }
  const what = error instanceof Error ? error.message : String(error);
  return failed("internal", `the check of ${peer(asked)} went wrong: ${what}`, known);
}

/** `code` of a system error, else `null`. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : null;
}

/** errno(3) names as connect(2), read(2) and socket(2) give them. */
function explain(code: string, whom: string): readonly [CauseCode, string] | undefined {
  switch (code) {
    case "ECONNREFUSED":
      return ["refused", `connection refused by ${whom}`];
    case "ECONNRESET":
    case "ECONNABORTED":
    case "EPIPE":
      return ["reset", `connection reset by ${whom}`];
    case "EHOSTUNREACH":
    case "EHOSTDOWN":
      return ["unreachable", `host unreachable: no path to ${whom} (${code})`];
    case "ENETUNREACH":
    case "ENETDOWN":
      return ["unreachable", `network unreachable: this collector has no route to ${whom}`];
    case "EINVAL":
      return [
        "unreachable",
        `${whom} cannot be asked (EINVAL): a link-local address needs a zone, as in fe80::1%eth0`,
      ];
    case "EACCES":
    case "EPERM":
      return [
        "not_permitted",
        `this collector's system forbids traffic to ${whom} (${code}): look at its local firewall rules`,
      ];
    case "EADDRNOTAVAIL":
      return [
        "internal",
        `this collector has no local address or no free port to reach ${whom} from (${code})`,
      ];
    case "EMFILE":
    case "ENFILE":
      return [
        "internal",
        `this collector has too many files open to ask ${whom} (${code}): raise its limit (ulimit -n)`,
      ];
    case "ENOBUFS":
    case "ENOMEM":
      return ["internal", `this collector has no memory left to ask ${whom} (${code})`];
    default:
      return undefined;
  }
}

function seconds(asked: Asked): string {
  return `${Math.round(asked.timeoutMs / 10) / 100} s`;
}
