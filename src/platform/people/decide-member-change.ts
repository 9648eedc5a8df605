import type { Role } from "#platform/members";

/** Who wants to change something about people: a role in the tenant, or the command line of the installation's operator. */
export type Power = Role | "operator of the installation";

/** What shall become of somebody's place in a tenant. */
export interface MemberChange {
  by: Power;
  /** Whether it is the own place. */
  isOwn: boolean;
  /** What the person is; `null`: not in the tenant yet. */
  from: Role | null;
  /** What the person shall be; `null`: nothing any more. */
  to: Role | null;
  /** Owners that the tenant has now. */
  owners: number;
}

/**
 * Why a change must not be, in words; `null`: it may. Administrators decide who is in a tenant; only owners make, change or
 * remove owners; nobody changes the own place; and a tenant that has owners keeps one.
 */
export function memberChangeFault({ by, isOwn, from, to, owners }: MemberChange): string | null {
  if (by === "operator" || by === "viewer") {
    return `As ${by} you may not do this. Ask an administrator.`;
  }
  if (isOwn) {
    return to === null
      ? "You cannot remove yourself. Ask another administrator or owner."
      : "You cannot change your own role. Ask another administrator or owner.";
  }
  if (by === "administrator" && (from === "owner" || to === "owner")) {
    return "Only owners make, change or remove owners.";
  }
  if (from === "owner" && to !== "owner" && owners <= 1) {
    return "This is the last owner. Make somebody else an owner first.";
  }
  return null;
}

const ranks: Readonly<Record<Role, number>> = {
  viewer: 0,
  operator: 1,
  administrator: 2,
  owner: 3,
};

/** Why somebody must not get a link to a new password for another, in words; `null`: it may be. */
export function passwordLinkFault(wish: {
  by: Role;
  isOwn: boolean;
  role: Role;
  /** Whether the person is in other tenants as well, where the one who asks may be nobody. */
  isElsewhere: boolean;
}): string | null {
  const { by, isOwn, role, isElsewhere } = wish;
  if (by === "operator" || by === "viewer") {
    return `As ${by} you may not do this. Ask an administrator.`;
  }
  if (isOwn) return "Change your own password under Account.";
  if (ranks[role] > ranks[by]) return "Only owners do this for an owner.";
  if (isElsewhere) {
    return "This person is in other tenants as well: only the operator of the installation may do this, with vedette user reset-password.";
  }
  return null;
}
