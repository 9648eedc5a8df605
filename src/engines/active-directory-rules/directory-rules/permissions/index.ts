import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { badSuccessor } from "./bad-successor.ts";
import { controlOfDomain } from "./control-of-domain.ts";
import { controlOfGroupPolicies } from "./control-of-group-policies.ts";
import { controlOfPrivileged } from "./control-of-privileged.ts";
import { controlOfUnits } from "./control-of-units.ts";
import { ownersOfComputers } from "./owners-of-computers.ts";
import { replicationOfSecrets } from "./replication.ts";

/** Rules about who has which rights to what, by its access control list. */
export const permissionRules: readonly Rule<Domain>[] = [
  replicationOfSecrets,
  ...controlOfDomain,
  controlOfUnits,
  controlOfGroupPolicies,
  ...controlOfPrivileged,
  badSuccessor,
  ownersOfComputers,
];
