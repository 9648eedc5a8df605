import { laterRequests } from "../requests.ts";
import type { EmergencyAccount, EntraTenant, Principal } from "../tenant.ts";
import type { Ask } from "./ask.ts";
import { type Members, readMembers } from "./members.ts";
import { idOf, notUnderstood, partOf } from "./part.ts";
import { nameOfPrincipal } from "./principals.ts";
import { idKey, isFields } from "./words.ts";

/** Finds the accounts that the specification names. Those that there are not are left out. */
export async function readEmergencyAccounts(
  ask: Ask,
  names: readonly string[],
): Promise<EntraTenant["emergencyAccounts"]> {
  const reads = await ask(
    "accounts for emergencies",
    [...new Set(names)].map(laterRequests.emergencyAccount),
  );
  const found: EmergencyAccount[] = [];
  for (const named of new Set(names)) {
    const request = laterRequests.emergencyAccount(named);
    const part = partOf<{ readonly one: Principal | null }>(
      reads,
      request,
      ([sent]) => {
        const id = isFields(sent) ? idOf(sent) : null;
        if (!isFields(sent) || id === null) return notUnderstood(request.name);
        const signIn = sent["userPrincipalName"];
        const names = [id, typeof signIn === "string" ? idKey(signIn) : ""];
        if (!names.includes(idKey(named))) return notUnderstood(request.name);
        return { kind: "read", one: { id, type: "user", name: nameOfPrincipal(sent) } };
      },
      { kind: "read", one: null },
    );
    if (part.kind === "refused") return part;
    if (part.one !== null) found.push({ ...part.one, named });
  }
  return { kind: "read", items: found };
}

/** Reads the groups that they are in. */
export async function readEmergencyGroups(
  ask: Ask,
  accounts: EntraTenant["emergencyAccounts"],
): Promise<Members> {
  if (accounts.kind === "refused") return accounts;
  return readMembers(
    ask,
    "groups of the accounts for emergencies",
    accounts.items.map(({ id }) => id),
    (id) => [laterRequests.groupsOfAccount(id)],
  );
}
