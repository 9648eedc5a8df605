import {
  type Account,
  type Domain,
  type Group,
  privilegesOf,
  rids,
  sidIn,
} from "#engines/active-directory";

/** Who is in Protected Users: `absent` in domains from before Windows Server 2012 R2, `unread` when its members are not known. */
export type ProtectedUsers = ReadonlySet<Account> | "absent" | "unread";

const known = new WeakMap<Domain, ProtectedUsers>();

/** Worked out once for each domain. */
export function protectedUsersOf(domain: Domain): ProtectedUsers {
  const before = known.get(domain);
  if (before !== undefined) return before;
  const users = workOut(domain);
  known.set(domain, users);
  return users;
}

function workOut(domain: Domain): ProtectedUsers {
  const sid = sidIn(domain, rids.protectedUsers);
  const { groupOf, groupsIn, membersOf } = privilegesOf(domain);
  const group = groupOf(sid);
  if (group === undefined) return "absent";
  const isUnread = ({ members }: Group) => members === undefined;
  return [group, ...groupsIn(sid)].some(isUnread) ? "unread" : new Set(membersOf(sid));
}
