import { laterRequests } from "../requests.ts";
import type { EmergencyAccount, EntraTenant, Principal } from "../tenant.ts";
import type { Ask } from "./ask.ts";
import { readMembers } from "./members.ts";
import { idOf, notUnderstood, partOf } from "./part.ts";
import { nameOfPrincipal } from "./principals.ts";
import { isFields } from "./words.ts";

/** Finds the accounts that the specification names, and the groups that they are in. Those that there are not are left out. */
export async function readEmergencyAccounts(
  ask: Ask,
  names: readonly string[],
): Promise<EntraTenant["emergencyAccounts"]> {
  const reads = await ask(
    "accounts for emergencies",
    [...new Set(names)].map(laterRequests.emergencyAccount),
  );
  const found: (Principal & { named: string })[] = [];
  for (const named of new Set(names)) {
    const request = laterRequests.emergencyAccount(named);
    const part = partOf<{ readonly one: Principal | null }>(
      reads,
      request,
      ([sent]) => {
        const id = isFields(sent) ? idOf(sent) : null;
        if (!isFields(sent) || id === null) return notUnderstood(request.name);
        return { kind: "read", one: { id, type: "user", name: nameOfPrincipal(sent) } };
      },
      { kind: "read", one: null },
    );
    if (part.kind === "refused") return part;
    if (part.one !== null) found.push({ ...part.one, named });
  }
  const groups = await readMembers(
    ask,
    "groups of the accounts for emergencies",
    found.map(({ id }) => id),
    (id) => [laterRequests.groupsOfAccount(id)],
  );
  if (groups.kind === "refused") return groups;
  return {
    kind: "read",
    items: found.map((account): EmergencyAccount => ({
      ...account,
      groups: (groups.of.get(account.id) ?? [])
        .filter(({ type }) => type === "group")
        .map(({ id }) => id),
    })),
  };
}
