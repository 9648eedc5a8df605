import { privilegedRoles } from "../privileged-roles.ts";
import { laterRequests } from "../requests.ts";
import type {
  EntraTenant,
  Fields,
  Items,
  Part,
  PrivilegedUser,
  RoleAssignment,
  SignIn,
} from "../tenant.ts";
import type { Ask } from "./ask.ts";
import { type Members, readMembers } from "./members.ts";
import { type Reads, partOf } from "./part.ts";
import { privilegedUserOf, signInOf } from "./roles.ts";
import { isFields } from "./words.ts";
import type { GraphRequest } from "#engines/graph";

type Assignments = readonly Part<Items<RoleAssignment>>[];

/** Reads who is in the groups that have a privileged role, or may have it. */
export async function readRoleGroups(ask: Ask, assignments: Assignments): Promise<Members> {
  return readMembers(
    ask,
    "members of groups with privileged roles",
    privileged(assignments).flatMap(({ principal }) =>
      principal.type === "group" ? [principal.id] : [],
    ),
    (id) => [laterRequests.membersOfGroup(id)],
  );
}

/** Reads the users who have a privileged role or may have it, directly or by a group, and when they last signed in. */
export async function readPrivilegedUsers(
  ask: Ask,
  assignments: Assignments,
  groups: Members,
): Promise<Pick<EntraTenant, "privilegedUsers" | "signIns">> {
  const ids = new Set<string>();
  for (const { principal } of privileged(assignments)) {
    const inGroup = groups.kind === "read" ? (groups.of.get(principal.id) ?? []) : [];
    for (const { id, type } of [principal, ...inGroup]) {
      // Of whom it is not said what they are, one looks whether they are a user.
      if (type === "user" || (type === "other" && id === principal.id)) ids.add(id);
    }
  }
  const reads = await ask(
    "users with privileged roles",
    [...ids].flatMap((id) => [laterRequests.privilegedUser(id), laterRequests.signIn(id)]),
  );
  return {
    privilegedUsers: eachOf<PrivilegedUser>(
      reads,
      ids,
      laterRequests.privilegedUser,
      privilegedUserOf,
    ),
    signIns: eachOf<SignIn>(reads, ids, laterRequests.signIn, signInOf),
  };
}

function privileged(assignments: Assignments): RoleAssignment[] {
  return assignments
    .flatMap((part) => (part.kind === "read" ? part.items : []))
    .filter(({ roleId }) => privilegedRoles.has(roleId));
}

/** Of each id its object; those that there are not are left out. */
function eachOf<T extends { readonly id: string }>(
  reads: Reads,
  ids: ReadonlySet<string>,
  requestOf: (id: string) => GraphRequest,
  read: (fields: Fields) => T | null,
): Part<Items<T>> {
  const items: T[] = [];
  const unread: string[] = [];
  for (const id of ids) {
    const part = partOf<{ readonly sent: readonly unknown[] | null }>(
      reads,
      requestOf(id),
      (sent) => ({ kind: "read", sent }),
      { kind: "read", sent: null },
    );
    if (part.kind === "refused") return part;
    if (part.sent === null) continue;
    const [sent] = part.sent;
    const item = isFields(sent) ? read(sent) : null;
    if (item?.id === id) items.push(item);
    else unread.push(id);
  }
  return { kind: "read", items, unread };
}
