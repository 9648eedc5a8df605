import { type Domain, rids, sidIn } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, evaluated, microsoft, notEvaluated } from "#engines/rule-words";
import { isEnabled } from "../../account-flags.ts";
import { targetOfAccount } from "../../targets.ts";

const needs = "Needs the right to read the account Guest (RID 501) and its userAccountControl.";

/** Everybody can be Guest, without a password. */
export const guestEnabled: Rule<Domain> = {
  id: "ad.guest-enabled",
  title: "The account Guest is enabled",
  category: "accounts",
  severity: "MEDIUM",
  asks: "The built-in account with RID 501, whatever its name, is not disabled.",
  remediation:
    "Disable-ADAccount -Identity (Get-ADUser -Filter * | Where-Object SID -like '*-501')",
  references: [
    attack("T1078.001", "Valid Accounts: Default Accounts"),
    microsoft(
      "Default local and domain accounts",
      "windows-server/identity/ad-ds/manage/understand-default-user-accounts",
    ),
  ],
  evaluate(domain) {
    const guest = domain.accounts.find(({ sid }) => sid === sidIn(domain, rids.guest));
    if (guest === undefined) return notEvaluated(needs);
    switch (isEnabled(guest)) {
      case "unread":
        return notEvaluated(needs);
      case false:
        return evaluated(1, []);
      case true:
        return evaluated(1, [
          { target: targetOfAccount(guest), evidence: ["The account is enabled."] },
        ]);
    }
  },
};
