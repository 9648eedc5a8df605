import Type, { type Static } from "typebox";
import { severities } from "#lib/severity";

const closed = { additionalProperties: false } as const;
const text = (maxLength: number) => Type.String({ maxLength });

/** Which kind of directory a rule is about. */
export const directoryTypes = ["active_directory", "entra"] as const;
export type DirectoryType = (typeof directoryTypes)[number];

/** What a rule is about, for lists and the posture score. */
export const ruleCategories = [
  // Active Directory
  "accounts",
  "privileged_access",
  "kerberos",
  "delegation",
  "passwords",
  "permissions",
  "domain_settings",
  "trusts",
  "certificate_services",
  "stale_objects",
  // Entra
  "conditional_access",
  "privileged_roles",
  "authentication_methods",
  "applications",
  "consent",
  "guests",
  "hybrid_identity",
] as const;
export type RuleCategory = (typeof ruleCategories)[number];

/** What people read of a rule. It travels with each result, so that a server need not know the rules of its probes. */
export const RuleText = Type.Object(
  {
    /** `ad.`, `adcs.` or `entra.` and what is wrong, in words with dashes: `ad.kerberos-preauth-not-required`. */
    id: Type.String({ pattern: "^(ad|adcs|entra)\\.[a-z0-9-]{1,80}$" }),
    /** What is wrong when it is found, as a statement about the target: `Kerberos pre-authentication is not required`. */
    title: text(200),
    category: Type.Enum(ruleCategories),
    /** What a finding has unless it says otherwise. */
    severity: Type.Enum(severities),
    /** What is asked of the directory, and what counts as bad, with the threshold: one or two sentences. */
    asks: text(1000),
    /** What to do, so that an administrator can do it without looking it up. */
    remediation: text(2000),
    references: Type.Array(
      Type.Object(
        { title: text(200), url: Type.String({ maxLength: 300, pattern: "^https://" }) },
        closed,
      ),
      { maxItems: 10 },
    ),
  },
  closed,
);
export type RuleText = Static<typeof RuleText>;

/** Something in a directory: what a finding is about. */
export const Target = Type.Object(
  {
    type: Type.String({ pattern: "^[a-z_]{1,40}$" }),
    /** What it keeps when it is renamed or moved: objectGUID, Entra's object id. Of settings that belong to the whole: the domain's or tenant's. */
    id: Type.String({ minLength: 1, maxLength: 200 }),
    /** What people call it. */
    name: text(300),
    /** Where it is: its distinguished name. Null: nowhere in particular. */
    path: Type.Union([text(1000), Type.Null()]),
    /** Of a computer its host name in lower case, else null: the asset that it is. */
    host: Type.Union([text(255), Type.Null()]),
  },
  closed,
);
export type Target = Static<typeof Target>;

/** The words for kinds of targets. */
export type TargetType =
  | "domain"
  | "user"
  | "computer"
  | "group"
  /** Somebody of another domain, somebody deleted, or everybody: known by a SID alone. */
  | "principal"
  | "organizational_unit"
  | "container"
  | "trust"
  | "password_policy"
  | "group_policy"
  | "certificate_template"
  | "certificate_authority"
  | "issuance_policy"
  | "dns_zone"
  | "tenant"
  | "conditional_access_policy"
  | "authentication_method"
  | "role"
  | "application"
  | "service_principal";

/** One target that is in the state that a rule minds. */
export const Weakness = Type.Object(
  {
    target: Target,
    severity: Type.Enum(severities),
    /** What was seen, in sentences that a person can act on, the most telling first. No secrets. */
    evidence: Type.Array(text(500), { minItems: 1, maxItems: 20 }),
  },
  closed,
);
export type Weakness = Static<typeof Weakness>;

/** What became of a rule. */
export const ruleOutcomes = [
  /** It was asked, of everything that could be read. */
  "evaluated",
  /** It could not be asked: `reason` says what is needed. Neither good nor bad. */
  "not_evaluated",
  /** There is nothing here that it could be about: `reason` says why. */
  "not_applicable",
] as const;
export type RuleOutcome = (typeof ruleOutcomes)[number];

/** Targets that could not be read are named up to this many. */
export const mostUnreadNamed = 1000;

/** What became of one rule in one assessment. */
export const RuleResult = Type.Object(
  {
    rule: RuleText,
    outcome: Type.Enum(ruleOutcomes),
    /** A sentence, but for `evaluated`: `Needs the permission Policy.Read.All.` */
    reason: Type.Union([text(500), Type.Null()]),
    /** How many targets it was asked of. */
    judged: Type.Integer({ minimum: 0 }),
    /** How many of them it minds. */
    found: Type.Integer({ minimum: 0 }),
    /** How many more there are that could not be read. Nothing that was found of them before is resolved. */
    unread: Type.Integer({ minimum: 0 }),
    /** Their ids; fewer than `unread` when there are too many: then nothing of the rule is resolved. */
    unreadTargets: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: mostUnreadNamed,
    }),
  },
  closed,
);
export type RuleResult = Static<typeof RuleResult>;
