import { type Account, type Domain, privilegesOf } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, microsoft, notApplicable } from "#engines/rule-words";
import { targetOfAccount } from "../../targets.ts";
import { judgeControl } from "./judge-control.ts";
import type { Right } from "./rights.ts";
import { holderOf } from "./trustees.ts";

const nothingButOwnership: readonly Right[] = [];

/** Who joins a computer by a right that was delegated owns its account for ever. */
export const ownersOfComputers: Rule<Domain> = {
  id: "ad.computer-owned-by-user",
  title: "An ordinary user owns a computer's account",
  category: "permissions",
  severity: "LOW",
  asks: "Computers, but domain controllers, whose account's owner is a user who does not control the domain anyway: owners may change permissions, and so take the computer over.",
  remediation: [
    "Make Domain Admins the owner, and join computers by an account that is made for it:",
    "$acl = Get-Acl 'AD:DN'; $acl.SetOwner([System.Security.Principal.NTAccount]'ACME\\Domain Admins'); Set-Acl 'AD:DN' $acl",
    "Set the 29th character of dSHeuristics to 1 (BlockOwnerImplicitRights), so that owners may not change permissions.",
  ].join("\n"),
  references: [
    attack("T1098", "Account Manipulation"),
    microsoft(
      "Take ownership",
      "previous-versions/windows/it-pro/windows-10/security/threat-protection/security-policy-settings/take-ownership-of-files-or-other-objects",
    ),
  ],
  evaluate(domain) {
    const { isDomainController } = privilegesOf(domain);
    const asked = domain.accounts.filter(
      (account) => account.kind === "computer" && !isDomainController(account),
    );
    if (asked.length === 0) return notApplicable("There are no computers but domain controllers.");
    return judgeControl<Account>(domain, {
      objects: asked,
      nouns: ["computer", "computers"],
      rights: () => nothingButOwnership,
      target: targetOfAccount,
      isMinded: ({ sid }, { descriptor }) => descriptor?.owner === sid && isUser(domain, sid),
    });
  },
};

function isUser(domain: Domain, sid: string): boolean {
  const holder = holderOf(domain, sid);
  return holder !== undefined && "kind" in holder && holder.kind === "user";
}
