import type { Domain, Trust } from "#engines/active-directory";
import type { Rule, RuleText } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";
import { attack, evaluated, microsoft, notApplicable } from "#engines/rule-words";
import { anyAes } from "../../encryption-types.ts";
import { targetOf } from "../../targets.ts";
import { sidFilteringOf } from "./sid-filtering.ts";
import { has, isInbound, isOutbound, trustType } from "./trust-bits.ts";

/** A rule that is asked of each trust by itself. */
interface TrustRule extends Omit<RuleText, "category"> {
  /** Which trusts it is asked of. */
  readonly concerns: (trust: Trust) => boolean;
  readonly isMinded: (trust: Trust) => boolean;
  /** The partner's name comes before it. */
  readonly evidence: (trust: Trust) => string;
}

const partnerPage = microsoft(
  "How trust relationships work for forests",
  "entra/identity/domain-services/concepts-forest-trust",
);

const rows: readonly TrustRule[] = [
  {
    id: "ad.trust-without-sid-filtering",
    title: "A trusted domain may claim any group membership here",
    severity: "HIGH",
    asks: "Trusts by which this domain believes another of outside its forest, and does not take foreign SIDs out: a forest trust that is treated as external, or another that is not quarantined (trustAttributes).",
    remediation: [
      "Check first that no account still needs its SID history from a migration. Of an external trust:",
      "netdom trust OUR.DOMAIN /domain:PARTNER /quarantine:yes",
      "Of a forest trust:",
      "netdom trust OUR.DOMAIN /domain:PARTNER /enablesidhistory:no",
    ].join("\n"),
    references: [
      attack("T1134.005", "Access Token Manipulation: SID-History Injection"),
      microsoft(
        "SID filtering",
        "openspecs/windows_protocols/ms-pac/55fc19f2-55ba-4251-8a6a-103dd7c66280",
      ),
    ],
    concerns: (trust) => sidFilteringOf(trust) !== "not_asked",
    isMinded: (trust) => sidFilteringOf(trust) === "not_filtered",
    evidence: (trust) =>
      has(trust, "forestTransitive")
        ? "is trusted as a forest, but treated as external (TREAT_AS_EXTERNAL): SIDs of this domain's groups are not taken out of its tickets."
        : "is trusted without quarantine (QUARANTINED_DOMAIN is not set): SIDs of this domain's groups are not taken out of its tickets.",
  },
  {
    id: "ad.trust-delegates-tickets",
    title: "Servers of a trusting forest may act as our users",
    severity: "HIGH",
    asks: "Forest trusts by which another forest believes this one, with delegation of whole tickets allowed (CROSS_ORGANIZATION_ENABLE_TGT_DELEGATION, and not CROSS_ORGANIZATION_NO_TGT_DELEGATION).",
    remediation: [
      "Whoever holds a server there that is trusted for unconstrained delegation is whoever signs in to it from here; switch it off:",
      "netdom trust PARTNER /domain:OUR.DOMAIN /EnableTGTDelegation:No",
    ].join("\n"),
    references: [
      attack("T1558", "Steal or Forge Kerberos Tickets"),
      {
        title: "Microsoft: KB4490425, TGT delegation across incoming trusts",
        url: "https://support.microsoft.com/help/4490425",
      },
    ],
    concerns: (trust) => has(trust, "forestTransitive") && isInbound(trust),
    isMinded: (trust) => has(trust, "ticketDelegation") && !has(trust, "noTicketDelegation"),
    evidence: () =>
      "believes this forest, and tickets of our users may be passed on to its servers as a whole (TGT delegation).",
  },
  {
    id: "ad.trust-without-aes",
    title: "A trust has no AES",
    severity: "LOW",
    asks: "Trusts with domains of Windows 2000 and later whose msDS-SupportedEncryptionTypes names neither AES128 nor AES256: tickets between them are encrypted with RC4.",
    remediation: [
      "On both sides, in Active Directory Domains and Trusts: The other domain supports Kerberos AES Encryption; or:",
      "ksetup /setenctypeattr PARTNER AES128-CTS-HMAC-SHA1-96 AES256-CTS-HMAC-SHA1-96",
    ].join("\n"),
    references: [
      attack("T1558", "Steal or Forge Kerberos Tickets"),
      microsoft(
        "Unsupported encryption types over trusts",
        "troubleshoot/windows-server/windows-security/unsupported-etype-error-accessing-trusted-domain",
      ),
    ],
    concerns: ({ type }) => type === trustType.uplevel,
    isMinded: (trust) => ((trust.encryptionTypes ?? 0) & anyAes) === 0 && !has(trust, "usesAes"),
    evidence: ({ encryptionTypes }) =>
      `is trusted with ${encryptionTypes === null ? "no encryption types set" : "encryption types without AES"}: tickets are encrypted with RC4.`,
  },
  {
    id: "ad.trust-downlevel",
    title: "A trust with a domain of Windows NT",
    severity: "HIGH",
    asks: "Trusts of the type downlevel: with a domain of Windows NT 4.0 or one that behaves so; they know NTLM only.",
    remediation: [
      "Retire the other domain, or make a trust with its successor; then remove this one on both sides:",
      "netdom trust OUR.DOMAIN /domain:PARTNER /remove /force",
    ].join("\n"),
    references: [attack("T1482", "Domain Trust Discovery"), partnerPage],
    concerns: () => true,
    isMinded: ({ type }) => type === trustType.downlevel,
    evidence: () => "is trusted as a domain of Windows NT 4.0: without Kerberos, by NTLM only.",
  },
];

/** Rules about trusts. */
export const trustRules: readonly Rule<Domain>[] = rows.map(ruleOfTrusts);

function ruleOfTrusts({ concerns, isMinded, evidence, ...text }: TrustRule): Rule<Domain> {
  return {
    ...text,
    category: "trusts",
    evaluate({ trusts }) {
      const asked = trusts.filter(concerns);
      if (asked.length === 0) return notApplicable(notHere(trusts));
      const found = asked.filter(isMinded).map((trust) => ({
        target: targetOf("trust", { ...trust, name: trust.partner }),
        evidence: [`${partnerOf(trust)} ${evidence(trust)}`, directionInWords(trust)],
      }));
      return evaluated(asked.length, found);
    },
  };
}

function notHere(trusts: readonly Trust[]): string {
  return trusts.length === 0
    ? "This domain has no trusts."
    : "This domain has no trusts of the kind that this is about.";
}

function partnerOf({ partner }: Trust): string {
  return shortened(printableLine(partner), 200);
}

function directionInWords(trust: Trust): string {
  const ours = isOutbound(trust) ? "this domain believes its accounts" : null;
  const theirs = isInbound(trust) ? "it believes this domain's" : null;
  const both = [ours, theirs].filter((part) => part !== null).join(", and ");
  return both === "" ? "The trust is switched off." : `${capital(both)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
