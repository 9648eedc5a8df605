import type { FoundWeakness, Rule, RuleText } from "#engines/directory-types";
import { attack, evaluated, microsoft, notApplicable, notEvaluated } from "#engines/rule-words";
import type { EntraTenant } from "../tenant.ts";
import { type Expectation, judgeSettings } from "./expectation.ts";
import { targetOf, weakness } from "./verdicts.ts";

/** A rule about configurations of authentication methods. */
interface MethodRule extends RuleText {
  readonly methods: readonly {
    readonly id: string;
    readonly name: string;
    readonly settings: readonly Expectation[];
  }[];
  /** Methods that are switched off are left alone. */
  readonly onlyInUse?: true;
}

const update =
  "Update-MgPolicyAuthenticationMethodPolicyAuthenticationMethodConfiguration -AuthenticationMethodConfigurationId";
const portal = "In the Entra admin center under Protection > Authentication methods > Policies";

function mustBeOff(name: string): Expectation {
  return {
    property: "state",
    must: {
      beOneOf: ["disabled"],
      otherwise: { enabled: `${name} may be used to sign in or as a second factor.` },
    },
  };
}

function mustShow(property: string, what: string): readonly Expectation[] {
  return [
    {
      property: `featureSettings.${property}.state`,
      must: {
        beOneOf: ["enabled"],
        otherwise: {
          default: `Requests do not say ${what}: it is left to Microsoft (state default).`,
          disabled: `Requests do not say ${what} (state disabled).`,
        },
      },
    },
    {
      property: `featureSettings.${property}.includeTarget.id`,
      must: {
        beOneOf: ["all_users"],
        otherwise: {},
        anyOther: `Requests say ${what} to the members of one group only.`,
      },
    },
  ];
}

const table: readonly MethodRule[] = [
  {
    id: "entra.sms-and-voice-allowed",
    title: "SMS or telephone calls are allowed as a factor",
    category: "authentication_methods",
    severity: "HIGH",
    asks: "Whether the authentication methods SMS and Voice are switched off. Both are taken over with the telephone number. One finding for each.",
    remediation:
      `${portal} switch SMS and Voice call off once people have the Authenticator app or passkeys. PowerShell: ${update} Sms ` +
      "-BodyParameter @{'@odata.type'='#microsoft.graph.smsAuthenticationMethodConfiguration'; state='disabled'}, and likewise Voice.",
    references: [
      attack("T1451", "SIM Card Swap"),
      attack("T1111", "Multi-Factor Authentication Interception"),
      microsoft(
        "Manage authentication methods",
        "entra/identity/authentication/concept-authentication-methods-manage",
      ),
    ],
    methods: [
      { id: "Sms", name: "SMS", settings: [mustBeOff("SMS")] },
      { id: "Voice", name: "Voice call", settings: [mustBeOff("Voice call")] },
    ],
  },
  {
    id: "entra.authenticator-without-context",
    title: "Microsoft Authenticator does not show what is being approved",
    category: "authentication_methods",
    severity: "MEDIUM",
    asks:
      "Whether requests in Microsoft Authenticator say which application is signed in to and from where, to all users, when the method is on. " +
      "Matching a number is required by Microsoft since May 2023 and cannot be switched off.",
    remediation:
      `${portal} > Microsoft Authenticator > Configure set Show application name and Show geographic location to Enabled for all users. PowerShell: ${update} MicrosoftAuthenticator ` +
      "with featureSettings.displayAppInformationRequiredState and displayLocationInformationRequiredState state 'enabled'.",
    references: [
      attack("T1621", "Multi-Factor Authentication Request Generation"),
      microsoft(
        "Use additional context in Authenticator notifications",
        "entra/identity/authentication/how-to-mfa-additional-context",
      ),
    ],
    onlyInUse: true,
    methods: [
      {
        id: "MicrosoftAuthenticator",
        name: "Microsoft Authenticator",
        settings: [
          ...mustShow("displayAppInformationRequiredState", "which application is signed in to"),
          ...mustShow("displayLocationInformationRequiredState", "where the sign-in comes from"),
        ],
      },
    ],
  },
  {
    id: "entra.fido2-off-or-unattested",
    title: "Security keys are off, or taken from any maker",
    category: "authentication_methods",
    severity: "HIGH",
    asks: "Whether the method FIDO2 (passkeys, security keys) is on, and keys must prove who made them (isAttestationEnforced).",
    remediation:
      `${portal} > Passkey (FIDO2) switch it on and set Enforce attestation to Yes. PowerShell: ${update} Fido2 ` +
      "-BodyParameter @{'@odata.type'='#microsoft.graph.fido2AuthenticationMethodConfiguration'; state='enabled'; isAttestationEnforced=$true}",
    references: [
      attack("T1557", "Adversary-in-the-Middle"),
      microsoft(
        "Enable passkeys (FIDO2)",
        "entra/identity/authentication/how-to-authentication-passkeys-fido2",
      ),
    ],
    methods: [
      {
        id: "Fido2",
        name: "Passkey (FIDO2)",
        settings: [
          {
            property: "state",
            must: {
              beOneOf: ["enabled"],
              otherwise: { disabled: "The method is off: nobody can sign in with a security key." },
            },
          },
          {
            property: "isAttestationEnforced",
            must: {
              be: true,
              otherwise:
                "Attestation is not enforced: keys of any maker are taken, imitations included.",
            },
          },
        ],
      },
    ],
  },
];

/** Rules about ways to sign in. */
export const authenticationMethodRules: readonly Rule<EntraTenant>[] = table.map(
  ({ methods, onlyInUse, ...text }) => ({
    ...text,
    evaluate(tenant) {
      const { methods: sent } = tenant;
      if (sent.kind === "refused") return notEvaluated(sent.needs);
      const found: FoundWeakness[] = [];
      const unread: string[] = [];
      let off = 0;
      for (const { id, name, settings } of methods) {
        const fields = sent.byId.get(id);
        const isOff = fields?.["state"] === "disabled";
        if (onlyInUse === true && isOff) {
          off++;
          continue;
        }
        const inUse: Expectation = {
          property: "state",
          must: { beOneOf: ["enabled"], otherwise: {} },
        };
        const wanted = onlyInUse === true ? [inUse, ...settings] : settings;
        const wrong = fields === undefined ? "unread" : judgeSettings(fields, wanted);
        if (wrong === "unread") unread.push(id);
        else if (wrong.length > 0) {
          found.push(weakness(targetOf("authentication_method", { id, name }), wrong));
        }
      }
      if (off === methods.length) {
        return notApplicable(`${methods.map(({ name }) => name).join(" and ")} is switched off.`);
      }
      return evaluated(methods.length - off - unread.length, found, unread);
    },
  }),
);
