import { networkInterfaces } from "node:os";
import type { CheckContext, CheckOutcome, SpecOf } from "#engines/check-types";
import { InvalidTarget, ipWords, parseHost, withoutZone } from "#lib/ip";
import { type Asked, failed, failureOutcome } from "../failure.ts";
import type { NameCache, ResolvedAddress } from "../names/index.ts";
import type { EchoResult } from "./echo-check.ts";
import type { EchoAddress } from "./echo-socket.ts";
import {
  allIcmpMethods,
  type Backend,
  findBackend,
  type IcmpEngine,
  type IcmpMethod,
  privilegeAdvice,
} from "./methods.ts";
import { icmpOutcome } from "./outcome.ts";

const defaultPackets = 3;
/** So long a privilege that was missing is taken as still missing, and a thread that ended is not started again. */
const retryMs = 10_000;

/**
 * The engine for `icmp`: echo requests from a thread of its own. It starts with the first check.
 * `methods` narrows the ways to try, in this order.
 */
export function createIcmpEngine(options: {
  names: NameCache;
  methods?: readonly IcmpMethod[];
}): IcmpEngine {
  const { names } = options;
  const wanted = options.methods ?? allIcmpMethods;
  let backend: Backend | null = null;
  let finding: Promise<Backend> | null = null;
  let closed = false;

  /** The backend, found anew when it cannot work any more or could not for a while. */
  async function currentBackend(): Promise<Backend> {
    if (backend !== null && (works(backend) || performance.now() - backend.foundAt < retryMs)) {
      return backend;
    }
    finding ??= (async () => {
      await backend?.close();
      const found = await findBackend(wanted);
      if (closed) await found.close();
      backend = found;
      return found;
    })().finally(() => {
      finding = null;
    });
    return finding;
  }

  function ping(
    using: Backend,
    to: ResolvedAddress,
    packets: number,
    leftMs: number,
    asked: Asked,
  ): Promise<CheckOutcome> {
    const method = to.family === 4 ? using.methods.ipv4 : using.methods.ipv6;
    if (method === null) return Promise.resolve(withoutMethod(using, to.family, asked));
    const address = echoAddress(to);
    return new Promise((resolve) => {
      const settle = (result: EchoResult | Error): void => {
        resolve(
          result instanceof Error
            ? failureOutcome(result, asked)
            : icmpOutcome(result, packets, asked),
        );
      };
      if (method === "fping") using.fping?.ping(to.address, to.family, packets, leftMs, settle);
      else using.echo?.ping(address, packets, leftMs, settle);
    });
  }

  async function checkSlowly(
    spec: SpecOf<"icmp">,
    context: CheckContext,
    host: string,
    asked: Asked,
  ): Promise<CheckOutcome> {
    const endAt = performance.now() + context.timeoutMs;
    const using = closed ? null : await currentBackend();
    if (using === null || closed) throw new Error("the ICMP engine was closed");
    const to = await names.resolve(host, spec.icmp.ipFamily, endAt - performance.now());
    if (to.address !== host) asked.address = to.address;
    const leftMs = Math.max(1, Math.floor(endAt - performance.now()));
    return ping(using, to, spec.icmp.packets ?? defaultPackets, leftMs, asked);
  }

  return {
    type: "icmp",
    check(spec, context) {
      const asked: Asked = { target: spec.target, address: null, timeoutMs: context.timeoutMs };
      try {
        const host = parseHost(spec.target);
        const found =
          backend !== null && works(backend) ? names.known(host, spec.icmp.ipFamily) : null;
        if (found === null || backend === null) {
          return checkSlowly(spec, context, host, asked).catch((error: unknown) =>
            failureOutcome(error, asked),
          );
        }
        if (found.address !== host) asked.address = found.address;
        const packets = spec.icmp.packets ?? defaultPackets;
        return ping(backend, found, packets, context.timeoutMs, asked);
      } catch (error) {
        return Promise.resolve(failureOutcome(error, asked));
      }
    },
    async methods() {
      return (await currentBackend()).methods;
    },
    async close() {
      closed = true;
      await finding;
      await backend?.close();
    },
  };
}

function works(backend: Backend): boolean {
  return backend.fping !== null || backend.echo?.alive === true;
}

function withoutMethod(backend: Backend, family: 4 | 6, asked: Asked): CheckOutcome {
  if (family === 6 && backend.noIpv6) {
    return failed("unreachable", `this collector has no IPv6 to reach ${asked.target} with`);
  }
  return failed("not_permitted", privilegeAdvice(backend.trouble));
}

/** @throws InvalidTarget when the zone is no interface of this machine */
function echoAddress(to: ResolvedAddress): EchoAddress {
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = ipWords(withoutZone(to.address));
  return { family: to.family, w0, w1, w2, w3, scope: scopeOf(to.address) };
}

function scopeOf(address: string): number {
  const at = address.indexOf("%");
  if (at < 0) return 0;
  const zone = address.slice(at + 1);
  if (/^[0-9]{1,9}$/.test(zone)) return Number(zone);
  const scope = networkInterfaces()[zone]?.find((each) => each.family === "IPv6")?.scopeid;
  if (scope !== undefined && scope > 0) return scope;
  throw new InvalidTarget(
    `target ${address}: this collector has no interface ${JSON.stringify(zone)}`,
  );
}
