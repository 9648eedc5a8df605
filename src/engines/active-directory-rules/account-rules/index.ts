import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";

export const accountRules: readonly Rule<Domain>[] = [];
