import type { Rule } from "#engines/directory-types";
import { usualThresholds } from "#engines/directory-types";
import {
  attack,
  counted,
  evaluated,
  microsoft,
  namedTogether,
  notEvaluated,
} from "#engines/rule-words";
import { emergencyIs } from "../emergency.ts";
import { privilegedPeople, roleNames, wholly } from "../privileged-people.ts";
import { globalAdministrator } from "../privileged-roles.ts";
import type { EntraTenant, Principal } from "../tenant.ts";
import { globalAdministratorTarget, ofOne, targetOf, weakness } from "./verdicts.ts";
import { validAccounts } from "./references.ts";

const { globalAdministratorsLeast: least, globalAdministratorsMost: most } = usualThresholds;

/** One is too few for a lost key, and each more is one more to take over. */
export const globalAdministrators: Rule<EntraTenant> = {
  id: "entra.global-administrators-count",
  title: "There are too few or too many global administrators",
  category: "privileged_roles",
  severity: "HIGH",
  asks:
    `Whether ${least} to ${most} users have the role Global Administrator or may activate it, directly or by a group ` +
    "(thresholds globalAdministratorsLeast and globalAdministratorsMost).",
  remediation:
    "In the Entra admin center under Identity > Roles & admins > Global Administrator give most of them a narrower role (Get-MgRoleManagementDirectoryRoleAssignment, " +
    "Remove-MgRoleManagementDirectoryRoleAssignment), or add a second account when there is only one.",
  references: [
    validAccounts,
    microsoft(
      "Best practices for Microsoft Entra roles",
      "entra/identity/role-based-access-control/best-practices",
    ),
  ],
  evaluate(tenant, { thresholds }) {
    const people = privilegedPeople(tenant);
    if (people.kind === "refused") return notEvaluated(people.needs);
    const holders = [...people.byId.values()].filter(({ roles }) => roles.has(globalAdministrator));
    const { globalAdministratorsLeast: atLeast, globalAdministratorsMost: atMost } = thresholds;
    if (holders.length >= atLeast && holders.length <= atMost) return evaluated(1, []);
    const limit = holders.length < atLeast ? `the least is ${atLeast}` : `the limit is ${atMost}`;
    return ofOne(globalAdministratorTarget, [
      `${counted(holders.length, "user has", "users have")} the role Global Administrator or may activate it; ${limit}.`,
      ...(holders.length === 0
        ? []
        : [`They are ${namedTogether(holders.map(({ name, id }) => name ?? id))}.`]),
    ]);
  },
};

/** A role that is always there is there for whoever takes the account over. */
export const permanentRoles: Rule<EntraTenant> = {
  id: "entra.permanent-privileged-roles",
  title: "A privileged role is assigned for good",
  category: "privileged_roles",
  severity: "HIGH",
  asks:
    "Whether a user or group has a highly privileged role in the whole tenant actively and without an end, instead of activating it when it is needed. " +
    "Accounts for emergencies (breakGlass) and service principals, which cannot activate a role, are left out.",
  remediation:
    "In the Entra admin center under Identity Governance > Privileged Identity Management > Microsoft Entra roles > Assignments make the assignment eligible " +
    "(New-MgRoleManagementDirectoryRoleEligibilityScheduleRequest), then remove the active one. Of a group whose membership is itself given for a time by PIM for groups, except the finding.",
  references: [
    attack("T1098.003", "Account Manipulation: Additional Cloud Roles"),
    microsoft(
      "Plan a Privileged Identity Management deployment",
      "entra/id-governance/privileged-identity-management/pim-deployment-plan",
    ),
  ],
  evaluate(tenant) {
    const schedules = wholly(tenant.roleSchedules);
    if (schedules.kind === "refused") return notEvaluated(schedules.needs);
    const byPrincipal = Map.groupBy(
      schedules.items.filter(
        ({ direct, principal }) =>
          direct && (principal.type === "user" || principal.type === "group"),
      ),
      ({ principal }) => principal.id,
    );
    const found = [];
    const unread: string[] = [];
    for (const [id, assignments] of byPrincipal) {
      const lasting = assignments.filter(
        ({ activated, endsAt }) => activated !== true && endsAt === null,
      );
      const [first] = lasting;
      if (first === undefined) continue;
      const { principal } = first;
      const isEmergency = emergencyIs(tenant, principal);
      if (isEmergency === true) continue;
      const known = lasting.filter(({ activated }) => activated === false);
      if (isEmergency === null || known.length === 0) unread.push(id);
      else
        found.push(
          weakness(targetOfPrincipal(principal), lastingEvidence(tenant, principal, known)),
        );
    }
    return evaluated(byPrincipal.size - unread.length, found, unread);
  },
};

function targetOfPrincipal(principal: Principal) {
  return targetOf(principal.type === "group" ? "group" : "user", principal);
}

function lastingEvidence(
  { roleGroupMembers }: EntraTenant,
  { id, type }: Principal,
  assignments: readonly { readonly roleId: string }[],
): string[] {
  const roles = roleNames(new Set(assignments.map(({ roleId }) => roleId)));
  const evidence = [`It has the role ${roles} actively and without an end.`];
  if (type !== "group" || roleGroupMembers.kind === "refused") return evidence;
  const people = (roleGroupMembers.of.get(id) ?? []).filter((one) => one.type === "user");
  return [...evidence, `With it ${counted(people.length, "member has", "members have")} the role.`];
}

/** PIM's rules by which people hear of the role being given and activated (Microsoft, "Rules in PIM - mapping guide"). */
const alerts: readonly { readonly id: string; readonly when: string }[] = [
  { id: "Notification_Admin_Admin_Eligibility", when: "somebody is made eligible" },
  { id: "Notification_Admin_Admin_Assignment", when: "somebody is given the role" },
  { id: "Notification_Admin_EndUser_Assignment", when: "somebody activates the role" },
];

/** Nobody becomes a global administrator alone and unseen. */
export const activationOfGlobalAdministrator: Rule<EntraTenant> = {
  id: "entra.global-administrator-activation",
  title: "The role Global Administrator is activated without approval or alerts",
  category: "privileged_roles",
  severity: "HIGH",
  asks: "Whether activating the role Global Administrator takes somebody's approval, and administrators are told when somebody is made eligible, is given the role or activates it.",
  remediation:
    "In the Entra admin center under Identity Governance > Privileged Identity Management > Microsoft Entra roles > Settings > Global Administrator > Edit choose " +
    "Require approval to activate with approvers, and under Notification send alerts to a mailbox that is read. PowerShell: Update-MgPolicyRoleManagementPolicyRule.",
  references: [
    attack("T1548.005", "Abuse Elevation Control Mechanism: Temporary Elevated Cloud Access"),
    microsoft(
      "Configure Microsoft Entra role settings in PIM",
      "entra/id-governance/privileged-identity-management/pim-how-to-change-default-settings",
    ),
  ],
  evaluate({ activationRules: rules }) {
    if (rules.kind === "refused") return notEvaluated(rules.needs);
    const wrong: string[] = [];
    let isUnread = false;
    const setting = rules.byId.get("Approval_EndUser_Assignment")?.["setting"];
    const required =
      typeof setting === "object" && setting !== null && "isApprovalRequired" in setting
        ? setting.isApprovalRequired
        : null;
    if (required === false) wrong.push("Activating the role takes nobody's approval.");
    else if (required !== true) isUnread = true;
    for (const { id, when } of alerts) {
      const { isDefaultRecipientsEnabled: usual, notificationRecipients: others } =
        rules.byId.get(id) ?? {};
      if (usual === true || (Array.isArray(others) && others.length > 0)) continue;
      if (usual === false && Array.isArray(others)) wrong.push(`Nobody is told when ${when}.`);
      else isUnread = true;
    }
    return ofOne(globalAdministratorTarget, wrong.length === 0 && isUnread ? "unread" : wrong);
  },
};
