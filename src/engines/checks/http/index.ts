import type { CheckEngine, CheckOutcome, SpecOf } from "#engines/check-types";
import { InvalidCa } from "../certificates/index.ts";
import { failed, failureOutcome } from "../failure.ts";
import type { NameCache } from "../names/index.ts";
import type { Stoppable } from "./exchange.ts";
import { checkHttp } from "./http-check.ts";
import { type HttpPlan, planHttp } from "./http-plan.ts";
import { InvalidRule } from "./status-ranges.ts";

/**
 * Asks http and https URLs, over HTTP/1.1, a fresh connection for each request. Proxies of the environment are not
 * used. Settings are read once for each spec object, so callers keep them.
 */
export function createHttpEngine({ names }: { names: NameCache }): CheckEngine<"http"> {
  const plans = new WeakMap<SpecOf<"http">, HttpPlan>();
  const underWay = new Set<Stoppable>();
  let closed = false;
  return {
    type: "http",
    async check(spec, { timeoutMs }) {
      if (closed) return failed("internal", "the http engine is closed");
      let plan = plans.get(spec);
      if (plan === undefined) {
        try {
          plan = planHttp(spec);
        } catch (error) {
          return unusable(error, spec.target, timeoutMs);
        }
        plans.set(spec, plan);
      }
      return checkHttp(plan, names, underWay, timeoutMs);
    },
    async close() {
      closed = true;
      for (const each of underWay) each.stop();
    },
  };
}

function unusable(error: unknown, target: string, timeoutMs: number): CheckOutcome {
  if (error instanceof InvalidRule) return failed(error.about, error.message);
  if (error instanceof InvalidCa) return failed("certificate", error.message);
  return failureOutcome(error, { target, address: null, timeoutMs });
}
