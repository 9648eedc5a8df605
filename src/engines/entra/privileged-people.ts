import { privilegedRoles } from "./privileged-roles.ts";
import { notUnderstood } from "./reading/part.ts";
import type { EntraTenant, Items, Part, Principal, RoleAssignment } from "./tenant.ts";

/** A user who has privileged roles in the whole tenant, or may activate them. */
export interface PrivilegedPerson extends Principal {
  /** Ids of role templates. */
  readonly roles: ReadonlySet<string>;
}

/** Who has privileged roles in the whole tenant, actively or eligibly, directly or by a group; by id. */
export function privilegedPeople(
  tenant: EntraTenant,
): Part<{ readonly byId: ReadonlyMap<string, PrivilegedPerson> }> {
  const active = wholly(tenant.roleAssignments);
  if (active.kind === "refused") return active;
  const eligible = wholly(tenant.roleEligibilities);
  // Without the licence of PIM there are no eligible ones.
  if (eligible.kind === "refused" && !eligible.licence) return eligible;
  const people = new Map<string, Principal & { roles: Set<string> }>();
  const add = (principal: Principal, roleId: string) => {
    const person = people.get(principal.id) ?? { ...principal, roles: new Set<string>() };
    person.roles.add(roleId);
    people.set(principal.id, person);
  };
  for (const { principal, roleId } of [
    ...active.items,
    ...(eligible.kind === "read" ? eligible.items : []),
  ]) {
    if (principal.type === "group") {
      const { roleGroupMembers: members } = tenant;
      if (members.kind === "refused") return members;
      for (const member of members.of.get(principal.id) ?? []) {
        if (member.type === "user") add(member, roleId);
      }
    } else if (principal.type === "user" || isUser(tenant, principal)) add(principal, roleId);
  }
  return { kind: "read", byId: people };
}

/** Assignments of privileged roles in the whole tenant. One that is not understood could be anybody's. */
export function wholly(part: Part<Items<RoleAssignment>>): Part<Items<RoleAssignment>> {
  if (part.kind === "refused") return part;
  if (part.unread.length > 0) return notUnderstood("assignments of roles");
  return {
    ...part,
    items: part.items.filter(({ roleId, scope }) => scope === "/" && privilegedRoles.has(roleId)),
  };
}

/** Of whom it was not said what they are, it was looked up. */
function isUser({ privilegedUsers }: EntraTenant, { type, id }: Principal): boolean {
  if (type !== "other" || privilegedUsers.kind === "refused") return false;
  return privilegedUsers.items.some((user) => user.id === id);
}

/** `Global Administrator and User Administrator`. */
export function roleNames(ids: Iterable<string>): string {
  const names = [...ids].map((id) => privilegedRoles.get(id) ?? id);
  const last = names.pop() ?? "no role";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}
