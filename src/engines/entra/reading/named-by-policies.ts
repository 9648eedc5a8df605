import type { GraphRequest } from "#engines/graph";
import { laterRequests } from "../requests.ts";
import type { EntraTenant, Principal } from "../tenant.ts";
import type { Ask } from "./ask.ts";
import { type Members, readMembers } from "./members.ts";
import { idOf, partOf } from "./part.ts";
import { nameOfPrincipal } from "./principals.ts";
import { isFields } from "./words.ts";

type Policies = EntraTenant["accessPolicies"];

/** Looks up the users and groups that policies name, to see which of them were deleted. */
export async function readNamedByPolicies(
  ask: Ask,
  policies: Policies,
): Promise<EntraTenant["namedByPolicies"]> {
  if (policies.kind === "refused") return policies;
  const named = new Map<string, { type: "user" | "group"; request: GraphRequest }>();
  for (const { users } of policies.items) {
    if (users === null) continue;
    for (const id of [...users.includeUsers, ...users.excludeUsers]) {
      if (id === "All" || id === "None") continue;
      named.set(id, { type: "user", request: laterRequests.userOfPolicy(id) });
    }
    for (const id of [...users.includeGroups, ...users.excludeGroups]) {
      named.set(id, { type: "group", request: laterRequests.groupOfPolicy(id) });
    }
  }
  const reads = await ask(
    "users and groups that policies name",
    [...named.values()].map(({ request }) => request),
  );
  const items: Principal[] = [];
  const unread: string[] = [];
  for (const [id, { type, request }] of named) {
    const part = partOf<{ readonly one: Principal | null; readonly understood: boolean }>(
      reads,
      request,
      ([sent]) =>
        isFields(sent) && idOf(sent) === id
          ? { kind: "read", one: { id, type, name: nameOfPrincipal(sent) }, understood: true }
          : { kind: "read", one: null, understood: false },
      { kind: "read", one: null, understood: true },
    );
    if (part.kind === "refused") return part;
    if (part.one !== null) items.push(part.one);
    else if (!part.understood) unread.push(id);
  }
  return { kind: "read", items, unread };
}

/** Reads who is in the groups that policies leave out. */
export async function readExcludedMembers(ask: Ask, policies: Policies): Promise<Members> {
  if (policies.kind === "refused") return policies;
  return readMembers(
    ask,
    "members of groups that policies leave out",
    policies.items.flatMap(({ users }) => users?.excludeGroups ?? []),
    (id) => [laterRequests.membersOfGroup(id)],
  );
}
