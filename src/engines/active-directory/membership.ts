import type { Account, DnKey, Domain, Group, Sid } from "./domain.ts";
import { sidIn } from "./well-known-sids.ts";

/** A member that is neither an account nor a group of the domain: a well-known principal, or somebody of another domain. */
export interface ForeignMember {
  readonly key: DnKey;
  /** Null: it is known by its name alone. */
  readonly sid: Sid | null;
}

/** Who is in which group of a domain, through groups in groups and by primary group. */
export interface Membership {
  readonly groupOf: (sid: Sid) => Group | undefined;
  readonly membersOf: (group: Sid) => readonly Account[];
  readonly foreignMembersOf: (group: Sid) => readonly ForeignMember[];
  /** The group itself is not among them, even when it is nested in itself. */
  readonly groupsIn: (group: Sid) => readonly Group[];
}

interface Members {
  readonly accounts: readonly Account[];
  readonly groups: readonly Group[];
  readonly foreign: readonly ForeignMember[];
}

const nobody: Members = { accounts: [], groups: [], foreign: [] };

/** Indexes the domain once; each group is then followed when it is first asked for. */
export function createMembership(domain: Domain): Membership {
  const groupBySid = new Map(domain.groups.map((group) => [group.sid, group]));
  const groupByKey = new Map(domain.groups.map((group) => [group.key, group]));
  const accountByKey = new Map(domain.accounts.map((account) => [account.key, account]));
  const foreignByKey = new Map(domain.foreignPrincipals.map(({ key, sid }) => [key, sid]));
  const byPrimaryGroup = Map.groupBy(
    domain.accounts.filter(({ primaryGroupId }) => primaryGroupId !== null),
    ({ primaryGroupId }) => sidIn(domain, primaryGroupId ?? 0),
  );
  const followed = new Map<Sid, Members>();

  function follow(start: Group): Members {
    const accounts = new Set<Account>();
    const groups = new Set<Group>([start]);
    const foreign = new Map<DnKey, ForeignMember>();
    // A set hands out what is added while it is walked, and nothing twice: cycles end.
    for (const group of groups) {
      for (const account of byPrimaryGroup.get(group.sid) ?? []) accounts.add(account);
      for (const key of group.members ?? []) {
        const account = accountByKey.get(key);
        const nested = groupByKey.get(key);
        if (account !== undefined) accounts.add(account);
        else if (nested !== undefined) groups.add(nested);
        else foreign.set(key, { key, sid: foreignByKey.get(key) ?? null });
      }
    }
    groups.delete(start);
    return { accounts: [...accounts], groups: [...groups], foreign: [...foreign.values()] };
  }

  function membersIn(sid: Sid): Members {
    const known = followed.get(sid);
    if (known !== undefined) return known;
    const group = groupBySid.get(sid);
    const members = group === undefined ? nobody : follow(group);
    followed.set(sid, members);
    return members;
  }

  return {
    groupOf: (sid) => groupBySid.get(sid),
    membersOf: (sid) => membersIn(sid).accounts,
    foreignMembersOf: (sid) => membersIn(sid).foreign,
    groupsIn: (sid) => membersIn(sid).groups,
  };
}
