import type { AccessPolicy, PolicyGrant, PolicyUsers } from "../tenant.ts";

/** Whom a policy is to be about. */
export type Subject =
  | { readonly kind: "everybody" }
  | { readonly kind: "guests" }
  | { readonly kind: "user" | "group" | "role"; readonly id: string };

/** What a policy is to do. */
export interface Wanted {
  readonly subject: Subject;
  /** The id of an application; absent: all of them. */
  readonly app?: string;
  /** Kinds of clients, by Graph's words. */
  readonly clients: readonly string[];
  /** A condition that it is to have. Any other condition makes it too narrow. */
  readonly when?:
    | { readonly userRisk: string }
    | { readonly signInRisk: string }
    | { readonly transfer: string };
  /** Whether what the policy asks for does; null: it cannot be said. */
  readonly satisfies: (grant: PolicyGrant) => boolean | null;
  /** Why a policy that asks for something else does not do: a clause. */
  readonly otherwise: string;
}

/** Who or what a policy leaves out. */
export interface Excluded {
  readonly kind: "user" | "group" | "role" | "guests" | "app";
  /** Empty of guests. */
  readonly id: string;
}

/** Whether a policy does what is wanted. */
export type Covers =
  | { readonly kind: "covers"; readonly except: readonly Excluded[] }
  /** Clauses: `it is only reported, not enforced`. */
  | { readonly kind: "misses"; readonly because: readonly string[] }
  /** All but its strength is right, and that cannot be judged. */
  | { readonly kind: "unknown" };

/** Whether a policy does what is wanted of whom it is wanted; whom it leaves out is said. */
export function covers(policy: AccessPolicy, wanted: Wanted): Covers {
  const because: string[] = [];
  if (policy.state === "disabled") because.push("it is switched off");
  if (policy.state === "enabledForReportingButNotEnforced") {
    because.push("it is in report-only mode, which enforces nothing");
  }
  if (policy.users === null) because.push("it is about workloads, not about people");
  else because.push(...missesSubject(policy.users, wanted.subject));
  because.push(...missesApps(policy, wanted.app));
  const types = policy.clientAppTypes;
  if (!types.includes("all") && !wanted.clients.every((client) => types.includes(client))) {
    because.push("it is not about all the kinds of clients that matter");
  }
  because.push(...missesCondition(policy, wanted.when), ...policy.narrowedBy);
  const satisfies = policy.grant === null ? false : wanted.satisfies(policy.grant);
  if (satisfies === false) because.push(wanted.otherwise);
  if (because.length > 0) return { kind: "misses", because };
  if (satisfies === null) return { kind: "unknown" };
  return { kind: "covers", except: excludedBy(policy, wanted) };
}

function missesSubject(users: PolicyUsers, subject: Subject): string[] {
  const all = users.includeUsers.includes("All");
  const isIn = (list: readonly string[], id: string) => list.includes(id);
  switch (subject.kind) {
    case "everybody":
      return all ? [] : ["it is not about all users"];
    case "guests":
      if (users.excludesGuests) return ["it leaves guests out"];
      return all || users.includesGuests ? [] : ["it is not about guests"];
    case "user":
      if (isIn(users.excludeUsers, subject.id)) return ["it leaves the user out"];
      return all || isIn(users.includeUsers, subject.id) ? [] : ["it is not about the user"];
    case "group":
      if (isIn(users.excludeGroups, subject.id)) return ["it leaves the group out"];
      return all || isIn(users.includeGroups, subject.id) ? [] : ["it is not about the group"];
    case "role":
      if (isIn(users.excludeRoles, subject.id)) return ["it leaves the role out"];
      return all || isIn(users.includeRoles, subject.id) ? [] : ["it is not about the role"];
  }
}

function missesApps({ includeApps, excludeApps }: AccessPolicy, app: string | undefined): string[] {
  const all = includeApps.includes("All");
  if (app === undefined) return all ? [] : ["it is not about all resources"];
  if (excludeApps.includes(app)) return ["it leaves the application out"];
  return all || includeApps.includes(app) ? [] : ["it is not about the application"];
}

function missesCondition(policy: AccessPolicy, when: Wanted["when"]): string[] {
  const misses: string[] = [];
  const check = (
    levels: readonly string[],
    wanted: string | undefined,
    only: string,
    not: string,
  ) => {
    if (wanted === undefined && levels.length > 0) misses.push(only);
    if (wanted !== undefined && !levels.includes(wanted)) misses.push(not);
  };
  const {
    userRisk,
    signInRisk,
    transfer,
  }: { userRisk?: string; signInRisk?: string; transfer?: string } = when ?? {};
  check(
    policy.userRiskLevels,
    userRisk,
    "it is only about users at risk",
    "it is not about users at high risk",
  );
  check(
    policy.signInRiskLevels,
    signInRisk,
    "it is only about sign-ins at risk",
    "it is not about sign-ins at high risk",
  );
  check(
    policy.transferMethods,
    transfer,
    "it is only about some authentication flows",
    "it is not about the device code flow",
  );
  return misses;
}

/** Of a role's policy other roles do not matter, and of one for guests groups of others do not. */
function excludedBy({ users, excludeApps }: AccessPolicy, { subject, app }: Wanted): Excluded[] {
  if (users === null) return [];
  const all = (kind: Excluded["kind"], ids: readonly string[]) => ids.map((id) => ({ kind, id }));
  const apps = app === undefined ? all("app", excludeApps) : [];
  if (subject.kind === "user") return apps;
  return [
    ...all("user", users.excludeUsers),
    ...all("group", users.excludeGroups),
    ...(subject.kind === "everybody" ? all("role", users.excludeRoles) : []),
    ...(users.excludesGuests && subject.kind === "everybody" ? all("guests", [""]) : []),
    ...apps,
  ];
}
