import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { administratorRules } from "./administrator-rules.ts";
import { kerberosRules } from "./kerberos-rules.ts";
import { keyAgeRules } from "./key-age-rules.ts";
import { lapsRules } from "./laps-rules.ts";
import { operatingSystemRules } from "./operating-system-rules.ts";
import { passwordPolicyRules } from "./password-policy-rules.ts";
import { passwordRules } from "./password-rules.ts";
import { privilegedAccountRules } from "./privileged-account-rules.ts";
import { privilegedGroupRules } from "./privileged-group-rules.ts";
import { staleRules } from "./stale-rules.ts";
import { traceRules } from "./trace-rules.ts";

/** Rules about accounts, their passwords and keys, and who is privileged. */
export const accountRules: readonly Rule<Domain>[] = [
  ...privilegedGroupRules,
  ...administratorRules,
  ...privilegedAccountRules,
  ...traceRules,
  ...kerberosRules,
  ...keyAgeRules,
  ...passwordRules,
  ...passwordPolicyRules,
  ...lapsRules,
  ...staleRules,
  ...operatingSystemRules,
];
