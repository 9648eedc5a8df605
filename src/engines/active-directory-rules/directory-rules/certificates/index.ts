import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { controlOfCertificates } from "./control-of-certificates.ts";
import { linkedIssuancePolicies } from "./linked-issuance-policies.ts";
import { templateRules } from "./template-rules.ts";

/**
 * Rules about certificate services, by the numbers under which they are known (ESC1 and on). What only an authority itself
 * can tell (ESC6, 7, 8, 11, 16) is not in the directory.
 */
export const certificateRules: readonly Rule<Domain>[] = [
  ...templateRules,
  linkedIssuancePolicies,
  ...controlOfCertificates,
];
