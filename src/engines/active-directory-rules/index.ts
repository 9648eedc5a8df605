import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { accountRules } from "./account-rules/index.ts";
import { directoryRules } from "./directory-rules/index.ts";

/** Every rule about a domain, in the order in which they are asked. */
export const activeDirectoryRules: readonly Rule<Domain>[] = [...accountRules, ...directoryRules];
