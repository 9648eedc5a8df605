import { type Domain, privilegesOf, sids } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, evaluated, microsoft, notEvaluated } from "#engines/rule-words";
import { targetOfGroup } from "../../targets.ts";

const needs =
  "Needs the right to read the members of Pre-Windows 2000 Compatible Access (S-1-5-32-554).";

/**
 * The group may read every user and group. Who it holds is told by SID: Anonymous may stand there as
 * `CN=Anonymous Logon,CN=WellKnown Security Principals,…` as well as by a foreign security principal.
 */
export const preWindows2000Access: Rule<Domain> = {
  id: "ad.pre-windows-2000-access-open",
  title: "Who has not signed in may read all users and groups",
  category: "domain_settings",
  severity: "HIGH",
  asks: "Anonymous (S-1-5-7) or Everyone (S-1-1-0) is a member, also through other groups, of Pre-Windows 2000 Compatible Access. Authenticated Users, who are in it by default, are not minded.",
  remediation: [
    "See that Authenticated Users stays in the group, then take out who is in it, on a domain controller:",
    'net localgroup "Pre-Windows 2000 Compatible Access" "ANONYMOUS LOGON" /delete',
    'net localgroup "Pre-Windows 2000 Compatible Access" Everyone /delete',
    "Restart the domain controllers: who connects without signing in keeps the right until then.",
  ].join("\n"),
  references: [
    attack("T1087.002", "Account Discovery: Domain Account"),
    microsoft(
      "Pre-Windows 2000 Compatible Access",
      "windows-server/identity/ad-ds/manage/understand-security-groups#pre-windows-2000-compatible-access",
    ),
  ],
  evaluate(domain) {
    const group = domain.groups.find(({ sid }) => sid === sids.preWindows2000Access);
    if (group?.members === undefined) return notEvaluated(needs);
    const members = new Set(
      privilegesOf(domain)
        .foreignMembersOf(group.sid)
        .map(({ sid }) => sid),
    );
    const evidence = [
      ...(members.has(sids.anonymous) ? ["Anonymous (S-1-5-7) is a member of it."] : []),
      ...(members.has(sids.everyone) ? ["Everyone (S-1-1-0) is a member of it."] : []),
    ];
    return evaluated(1, evidence.length === 0 ? [] : [{ target: targetOfGroup(group), evidence }]);
  },
};
