import type { Domain } from "#engines/active-directory";
import type { Severity } from "#lib/severity";
import { wholeControl } from "./control-rights.ts";
import type { Control } from "./rights.ts";
import { holderOf } from "./trustees.ts";

/** Where Exchange's setup makes its groups, in the forest's root domain. */
const unitOfExchange = "ou=microsoft exchange security groups";

/**
 * Exchange's setup lets its groups write the public information of all accounts, privileged ones included. That is a weakness, but
 * one that each installation has and that is cured as a whole: so it counts less than what somebody gave by hand. To change
 * permissions or own what is privileged is more than that, whoever may do it.
 */
export function severityOfControl(domain: Domain, controls: readonly Control[]): Severity {
  return areAllOfExchange(domain, controls) ? "MEDIUM" : "CRITICAL";
}

/** What is to be said when nobody but Exchange's groups was found. */
export function remarkOnExchange(domain: Domain, controls: readonly Control[]): string[] {
  return areAllOfExchange(domain, controls)
    ? ["Exchange's setup gives its groups such rights; its split permissions take them away."]
    : [];
}

function areAllOfExchange(domain: Domain, controls: readonly Control[]): boolean {
  return controls.every(({ sid, rights }) => {
    const holder = holderOf(domain, sid);
    const isItsGroup =
      holder !== undefined &&
      "groupType" in holder &&
      holder.key.endsWith(`,${unitOfExchange},${domain.key}`);
    return isItsGroup && !rights.some((words) => wholeControl.has(words));
  });
}
