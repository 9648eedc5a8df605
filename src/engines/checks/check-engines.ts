import type {
  CheckContext,
  CheckEngine,
  CheckOutcome,
  CheckSpec,
  CheckType,
  SnmpSettings,
} from "#engines/check-types";
import { createCheckGuard } from "./check-guard.ts";
import { createHttpEngine } from "./http/index.ts";
import { createIcmpEngine, type IcmpEngine, type IcmpMethods } from "./icmp/index.ts";
import { createNameCache } from "./names/index.ts";
import { type SnmpDiscovery, createSnmpEngine, discoverSnmp } from "./snmp/index.ts";
import { createTcpEngine } from "./tcp/index.ts";
import { createTlsEngine } from "./tls/index.ts";

/** All engines behind one function. */
export interface CheckEngines {
  /**
   * Never rejects, and settles within the deadline and half a second, even if an engine fails to. The cause is one line
   * of at most 500 characters.
   */
  check(spec: CheckSpec, context: CheckContext): Promise<CheckOutcome>;
  /**
   * Lists what a device offers to SNMP sensors.
   *
   * @throws SnmpFailure with a sentence for people, whatever goes wrong.
   */
  discover(target: string, settings: SnmpSettings, context: CheckContext): Promise<SnmpDiscovery>;
  /** How this process sends ICMP; starts the ICMP engine if no check did. */
  icmpMethods(): Promise<IcmpMethods>;
  /** Ends everything that is open; checks under way settle as failed. */
  close(): Promise<void>;
}

export interface CheckEngineOptions {
  /**
   * `null`, or why this address must not be asked. Called for the address of every connection, resolved names and
   * redirects included. `address` is IPv4 (also for IPv4-mapped IPv6) or IPv6 without zone; `host` as in the target.
   */
  permit(address: string, host: string): string | null;
}

type Engines = { readonly [T in CheckType]: CheckEngine<T> } & { readonly icmp: IcmpEngine };

/** The engines of all types, with one cache of names. Sockets and threads are opened with the first check. */
export function createCheckEngines(options: CheckEngineOptions): CheckEngines {
  const names = createNameCache(options);
  const engines: Engines = {
    snmp: createSnmpEngine({ names }),
    icmp: createIcmpEngine({ names }),
    http: createHttpEngine({ names }),
    tls: createTlsEngine({ names }),
    tcp: createTcpEngine({ names }),
  };
  const guard = createCheckGuard();
  const closing = new AbortController();
  return {
    check: (spec, context) =>
      guard.watch(spec.target, context.timeoutMs, () => ask(engines, spec, context)),
    discover: (target, settings, context) =>
      discoverSnmp(target, settings, { ...context, names, signal: closing.signal }),
    icmpMethods: () => engines.icmp.methods(),
    async close() {
      closing.abort();
      await Promise.all(Object.values(engines).map((engine) => engine.close()));
      names.close();
      guard.close();
    },
  };
}

function ask(engines: Engines, spec: CheckSpec, context: CheckContext): Promise<CheckOutcome> {
  switch (spec.type) {
    case "snmp":
      return engines.snmp.check(spec, context);
    case "icmp":
      return engines.icmp.check(spec, context);
    case "http":
      return engines.http.check(spec, context);
    case "tls":
      return engines.tls.check(spec, context);
    case "tcp":
      return engines.tcp.check(spec, context);
  }
}
