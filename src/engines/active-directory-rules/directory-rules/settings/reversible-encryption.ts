import type { Domain, PasswordPolicy } from "#engines/active-directory";
import type { Rule, Target } from "#engines/directory-types";
import { attack, microsoft, notEvaluated } from "#engines/rule-words";
import { targetOf, targetOfDomain } from "../../targets.ts";

/** Passwords that the controllers can turn back into clear text: of the domain, and of each fine-grained policy. */
export const reversibleEncryption: Rule<Domain> = {
  id: "ad.reversible-encryption-policy",
  title: "A password policy has passwords stored so that they can be read",
  category: "passwords",
  severity: "HIGH",
  asks: "Reversible encryption in the domain's password policy (pwdProperties, 16) or in a fine-grained one (msDS-PasswordReversibleEncryptionEnabled).",
  remediation: [
    "Set-ADDefaultDomainPasswordPolicy -Identity DOMAIN -ReversibleEncryptionEnabled $false",
    "Set-ADFineGrainedPasswordPolicy -Identity NAME -ReversibleEncryptionEnabled $false",
    "Then have the passwords changed that were set while it was on: until then they stay readable.",
  ].join("\n"),
  references: [
    attack("T1556.005", "Modify Authentication Process: Reversible Encryption"),
    microsoft(
      "Store passwords using reversible encryption",
      "previous-versions/windows/it-pro/windows-10/security/threat-protection/security-policy-settings/store-passwords-using-reversible-encryption",
    ),
  ],
  evaluate(domain) {
    const policies: { target: Target; policy: PasswordPolicy }[] = [
      { target: targetOfDomain(domain), policy: domain.passwordPolicy },
      ...(domain.passwordSettings ?? []).map((policy) => ({
        target: targetOf("password_policy", policy),
        policy,
      })),
    ];
    const known = policies.filter(({ policy }) => policy.reversible !== null);
    if (known.length === 0) {
      return notEvaluated("Needs the right to read pwdProperties of the domain.");
    }
    const found = known
      .filter(({ policy }) => policy.reversible === true)
      .map(({ target }) => ({
        target,
        evidence: [
          "Passwords that are set under this policy are stored with reversible encryption.",
        ],
      }));
    const unread = policies.filter(({ policy }) => policy.reversible === null);
    const ids = unread.map(({ target }) => target.id);
    const verdict = { kind: "evaluated", judged: known.length, found, unread: ids } as const;
    return domain.passwordSettings === null ? { ...verdict, mayBeMore: true } : verdict;
  },
};
