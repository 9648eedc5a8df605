import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { delegationToControllers } from "./delegation-to-controllers.ts";
import { resourceBasedDelegation } from "./resource-based-delegation.ts";
import { unconstrainedDelegation } from "./unconstrained-delegation.ts";

/** Rules about who may act for whom by Kerberos. */
export const delegationRules: readonly Rule<Domain>[] = [
  unconstrainedDelegation,
  ...delegationToControllers,
  resourceBasedDelegation,
];
