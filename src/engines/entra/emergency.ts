import { idKey } from "./reading/words.ts";
import type { EntraTenant } from "./tenant.ts";

/** Whether somebody is one of the accounts for emergencies that the specification names; null: it cannot be said. */
export function emergencyIs(
  { emergencyNames, emergencyAccounts }: EntraTenant,
  { id, name }: { readonly id: string; readonly name: string | null },
): boolean | null {
  if (emergencyAccounts.kind === "read") {
    return emergencyAccounts.items.some((account) => account.id === id);
  }
  const names = emergencyNames.map(idKey);
  if (names.includes(id) || (name !== null && names.includes(idKey(name)))) return true;
  return names.length === 0 ? false : null;
}
