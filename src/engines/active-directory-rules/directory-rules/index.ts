import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";

export const directoryRules: readonly Rule<Domain>[] = [];
