import type { CheckEngine, SpecOf } from "#engines/check-types";
import { InvalidCa } from "../certificates/index.ts";
import { failed, failureOutcome } from "../failure.ts";
import type { NameCache } from "../names/index.ts";
import { checkTls, type Handshake } from "./tls-check.ts";
import { planTls, type TlsPlan } from "./tls-plan.ts";

/**
 * Asks for TLS handshakes: `host:port`, verified against the system's certificates and the sensor's own. Settings are
 * read once for each spec object, so callers keep them.
 */
export function createTlsEngine({ names }: { names: NameCache }): CheckEngine<"tls"> {
  const plans = new WeakMap<SpecOf<"tls">, TlsPlan>();
  const underWay = new Set<Handshake>();
  let closed = false;
  return {
    type: "tls",
    async check(spec, { timeoutMs }) {
      if (closed) return failed("internal", "the tls engine is closed");
      let plan = plans.get(spec);
      if (plan === undefined) {
        try {
          plan = planTls(spec);
        } catch (error) {
          if (error instanceof InvalidCa) return failed("certificate", error.message);
          return failureOutcome(error, { target: spec.target, address: null, timeoutMs });
        }
        plans.set(spec, plan);
      }
      return checkTls(plan, names, underWay, timeoutMs);
    },
    async close() {
      closed = true;
      for (const each of underWay) each.stop();
    },
  };
}
