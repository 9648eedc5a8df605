import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { certificateRules } from "./certificates/index.ts";
import { delegationRules } from "./delegation/index.ts";
import { permissionRules } from "./permissions/index.ts";
import { settingRules } from "./settings/index.ts";
import { trustRules } from "./trusts/index.ts";

/** Rules about delegation, what is set for the domain, trusts, permissions and certificate services. */
export const directoryRules: readonly Rule<Domain>[] = [
  ...delegationRules,
  ...settingRules,
  ...trustRules,
  ...permissionRules,
  ...certificateRules,
];
