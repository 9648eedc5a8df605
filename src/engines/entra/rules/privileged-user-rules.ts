import {
  type FoundWeakness,
  type Rule,
  type Verdict,
  usualThresholds,
} from "#engines/directory-types";
import {
  agoInWords,
  attack,
  daysSince,
  evaluated,
  microsoft,
  notEvaluated,
} from "#engines/rule-words";
import { emergencyIs } from "../emergency.ts";
import { type PrivilegedPerson, privilegedPeople, roleNames } from "../privileged-people.ts";
import type { EntraTenant, Part, PrivilegedUser } from "../tenant.ts";
import { targetOf, weakness } from "./verdicts.ts";
import { validAccounts } from "./references.ts";

type Answer = "fine" | "unread" | readonly string[];

/** Asks of every user with a privileged role. Who was deleted in the meantime is passed over. @param also what else it takes. */
function eachPrivilegedUser(
  tenant: EntraTenant,
  also: Part<unknown>,
  judge: (user: PrivilegedUser, person: PrivilegedPerson) => Answer,
): Verdict {
  const people = privilegedPeople(tenant);
  if (people.kind === "refused") return notEvaluated(people.needs);
  const { privilegedUsers: users } = tenant;
  if (users.kind === "refused") return notEvaluated(users.needs);
  if (also.kind === "refused") return notEvaluated(also.needs);
  const found: FoundWeakness[] = [];
  const unread = users.unread.filter((id) => people.byId.has(id));
  let judged = 0;
  for (const user of users.items) {
    const person = people.byId.get(user.id);
    if (person === undefined) continue;
    const answer = judge(user, person);
    if (answer === "unread") unread.push(user.id);
    else judged++;
    if (typeof answer !== "string") found.push(weakness(targetOf("user", user), answer));
  }
  return evaluated(judged, found, unread);
}

/** Who takes the Active Directory over has the tenant as well. */
export const synchronisedAdministrators: Rule<EntraTenant> = {
  id: "entra.privileged-users-synchronised",
  title: "A privileged user comes from Active Directory",
  category: "privileged_roles",
  severity: "HIGH",
  asks: "Whether a user who has a highly privileged role, or may activate it, is synchronised from an Active Directory (onPremisesSyncEnabled).",
  remediation:
    "Make an account for administration in the cloud (New-MgUser with the tenant's onmicrosoft.com domain), give it the role, and take the role from the synchronised one " +
    "(Remove-MgRoleManagementDirectoryRoleAssignment).",
  references: [
    validAccounts,
    microsoft(
      "Protect Microsoft 365 from on-premises attacks",
      "entra/architecture/protect-m365-from-on-premises-attacks",
    ),
  ],
  evaluate: (tenant) =>
    eachPrivilegedUser(tenant, tenant.privilegedUsers, ({ synchronised }, { roles }) =>
      synchronised
        ? [
            `It is synchronised from Active Directory and has, or may activate, ${roleNames(roles)}.`,
          ]
        : "fine",
    ),
};

/** An account that nobody uses is one that nobody misses. */
export const staleAdministrators: Rule<EntraTenant> = {
  id: "entra.privileged-users-stale",
  title: "A privileged user does not sign in any more",
  category: "privileged_roles",
  severity: "HIGH",
  asks:
    `Whether an enabled user who has a highly privileged role, or may activate it, has not signed in for more than ${usualThresholds.stalePrivilegedDays} days ` +
    "(threshold stalePrivilegedDays), or never since it was made that long ago. Accounts for emergencies (breakGlass) are left out.",
  remediation:
    "Ask whose it is; take its roles away under Identity > Roles & admins, then disable it: Update-MgUser -UserId NAME -AccountEnabled:$false",
  references: [
    validAccounts,
    microsoft(
      "How to manage inactive user accounts",
      "entra/identity/monitoring-health/howto-manage-inactive-user-accounts",
    ),
    attack("T1078", "Valid Accounts"),
  ],
  evaluate(tenant, { now, thresholds }) {
    const { signIns } = tenant;
    const known = signIns.kind === "read" ? signIns.items : [];
    const lastOf = new Map(known.map(({ id, lastAt }) => [id, lastAt]));
    const limit = thresholds.stalePrivilegedDays;
    return eachPrivilegedUser(tenant, signIns, (user, { roles }) => {
      if (!user.enabled) return "fine";
      const isEmergency = emergencyIs(tenant, user);
      if (isEmergency === true) return "fine";
      const lastAt = lastOf.get(user.id);
      const since = lastAt ?? user.createdAt;
      if (lastAt === undefined || since === null) return "unread";
      if (daysSince(since, now) <= limit) return "fine";
      if (isEmergency === null) return "unread";
      const last =
        lastAt === null
          ? `It has never signed in since it was made ${agoInWords(since, now)}`
          : `It signed in last ${agoInWords(since, now)}`;
      return [
        `${last}; the limit is ${limit} days.`,
        `It has, or may activate, ${roleNames(roles)}.`,
      ];
    });
  },
};
