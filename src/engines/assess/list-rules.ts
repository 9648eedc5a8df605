import { activeDirectoryRules } from "#engines/active-directory-rules";
import type { DirectoryType, RuleText } from "#engines/directory-types";
import { entraRules } from "#engines/entra";
import { textOf } from "./judge.ts";

/** Every rule that there is, in the order in which they are asked. */
export function listRules(): (RuleText & { type: DirectoryType })[] {
  return [
    ...activeDirectoryRules.map((rule) => ({
      ...textOf(rule),
      type: "active_directory" as const,
    })),
    ...entraRules.map((rule) => ({ ...textOf(rule), type: "entra" as const })),
  ];
}
