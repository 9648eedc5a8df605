import type { DescribedChange } from "#platform/declarations";
import type { ConfigurationChanges } from "./diff-configuration.ts";

const kinds = [
  ["sites", "site"],
  ["probes", "probe"],
  ["scans", "scan"],
  ["bundles", "bundle"],
  ["audits", "audit"],
  ["directories", "directory"],
] as const;

/** Lists changes in the order in which a person would make them by hand: what others refer to first, and last to go. */
export function describeChanges(changes: ConfigurationChanges): DescribedChange[] {
  const list: DescribedChange[] = [];
  for (const [key, kind] of kinds) {
    const { create, update } = changes[key];
    for (const { name } of create) list.push({ action: "create", kind, name });
    for (const { after, differences } of update) {
      list.push({ action: "update", kind, name: after.name, differences });
    }
  }
  for (const [key, kind] of kinds.toReversed()) {
    for (const name of changes[key].delete) list.push({ action: "delete", kind, name });
  }
  return list;
}
