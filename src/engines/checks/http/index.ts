import type { CheckEngine, CheckOutcome, SpecOf } from "#engines/check-types";
import { InvalidCa } from "../certificates/index.ts";
import { failed, failureOutcome } from "../failure.ts";
import type { NameCache } from "../names/index.ts";
import { checkHttp } from "./http-check.ts";
import { type HttpPlan, planHttp } from "./http-plan.ts";
import { InvalidRule } from "./status-ranges.ts";

/**
 * Asks http and https URLs, over HTTP/1.1, a fresh connection for each request. Proxies of the environment are not
 * used. Settings are read once for each spec object, so callers keep them.
 */
export function createHttpEngine({ names }: { names: NameCache }): CheckEngine<"http"> {
  const plans = new WeakMap<SpecOf<"http">, HttpPlan>();
  return {
    type: "http",
    async check(spec, { timeoutMs }) {
      let plan = plans.get(spec);
      if (plan === undefined) {
        try {
          plan = planHttp(spec);
        } catch (error) {
          return unusable(error, spec.target, timeoutMs);
        }
        plans.set(spec, plan);
      }
      return checkHttp(plan, names, timeoutMs);
    },
    async close() {}, // nothing is shared: each check ends its own socket and timer
  };
}

function unusable(error: unknown, target: string, timeoutMs: number): CheckOutcome {
  if (error instanceof InvalidRule) return failed(error.about, error.message);
  if (error instanceof InvalidCa) return failed("certificate", error.message);
  return failureOutcome(error, { target, address: null, timeoutMs });
}
