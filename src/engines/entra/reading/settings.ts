import Type from "typebox";
import { Compile } from "typebox/compile";
import type { Fields, Organization, Part, SynchronisedUser, TenantDomain } from "../tenant.ts";
import { idOf, notUnderstood } from "./part.ts";
import { nameOfPrincipal } from "./principals.ts";
import { isFields, nameOf } from "./words.ts";

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Service plans (Microsoft, "Product names and service plan identifiers for licensing"): AAD_PREMIUM and AAD_PREMIUM_P2. */
const premium1Plan = "41781fb2-bc02-4b7c-bd55-b576c07bb09d";
const premium2Plan = "eec0eb4f-6444-4f95-aba0-50c24d67f998";

const organization = Compile(
  Type.Object({
    id: Type.String({ minLength: 1, maxLength: 200 }),
    displayName: Type.Optional(nullable(Type.String())),
    onPremisesSyncEnabled: Type.Optional(nullable(Type.Boolean())),
    assignedPlans: Type.Array(
      Type.Object({
        servicePlanId: Type.Optional(nullable(Type.String())),
        capabilityStatus: Type.Optional(nullable(Type.String())),
      }),
    ),
  }),
);

/** The one organisation of a tenant: who it is, and what of it the rules ask. */
export function organizationOf(
  sent: readonly unknown[],
): Part<{ readonly value: Organization; readonly id: string; readonly name: string | null }> {
  const [one] = sent;
  if (!organization.Check(one)) return notUnderstood("the organization");
  // "Warning" is what a plan has in the days of grace after its end.
  const plans = new Set(
    one.assignedPlans.flatMap(({ servicePlanId, capabilityStatus }) =>
      capabilityStatus === "Enabled" || capabilityStatus === "Warning"
        ? [(servicePlanId ?? "").toLowerCase()]
        : [],
    ),
  );
  const premium2 = plans.has(premium2Plan);
  return {
    kind: "read",
    id: one.id,
    name: nameOf(one.displayName),
    value: {
      // Null is what Graph says of tenants that never synchronised.
      synchronised:
        one.onPremisesSyncEnabled === undefined ? null : one.onPremisesSyncEnabled === true,
      premium1: premium2 || plans.has(premium1Plan),
      premium2,
    },
  };
}

const methods = Compile(
  Type.Object({
    authenticationMethodConfigurations: Type.Array(Type.Object({ id: Type.String() })),
  }),
);

/** Configurations of authentication methods by their id. */
export function methodsOf(
  sent: readonly unknown[],
): Part<{ readonly byId: ReadonlyMap<string, Fields> }> {
  const [policy] = sent;
  if (!methods.Check(policy)) return notUnderstood("authentication methods");
  return {
    kind: "read",
    byId: new Map(policy.authenticationMethodConfigurations.map((one) => [one.id, one])),
  };
}

/** Template of the settings called "Password Rule Settings". */
const passwordRuleTemplate = "5cf42378-d67d-4f36-ba46-e8b86229381d";
const setting = Compile(
  Type.Object({
    values: Type.Array(Type.Object({ name: Type.String(), value: nullable(Type.String()) })),
  }),
);

/** Values of the password rules; none when nobody changed them. */
export function passwordRulesOf(
  sent: readonly unknown[],
): Part<{ readonly values: ReadonlyMap<string, string> }> {
  if (!sent.every((one) => isFields(one) && typeof one["templateId"] === "string")) {
    return notUnderstood("password rules");
  }
  const rules = sent.find((one) => isFields(one) && one["templateId"] === passwordRuleTemplate);
  if (rules === undefined) return { kind: "read", values: new Map() };
  if (!setting.Check(rules)) return notUnderstood("password rules");
  return {
    kind: "read",
    values: new Map(
      rules.values.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    ),
  };
}

const policyAssignment = Compile(
  Type.Object({ policy: Type.Object({ rules: Type.Array(Type.Object({ id: Type.String() })) }) }),
);

/** PIM's rules of a role by their id. */
export function activationRulesOf(
  sent: readonly unknown[],
): Part<{ readonly byId: ReadonlyMap<string, Fields> }> {
  const [assignment] = sent;
  if (!policyAssignment.Check(assignment)) return notUnderstood("rules for activating roles");
  return {
    kind: "read",
    byId: new Map(assignment.policy.rules.map((rule) => [rule.id, rule])),
  };
}

const domain = Compile(
  Type.Object({
    authenticationType: Type.String(),
    isVerified: Type.Boolean(),
    isRoot: Type.Boolean(),
    passwordValidityPeriodInDays: Type.Optional(nullable(Type.Integer())),
  }),
);

/** A domain name; null: it is not understood. */
export function domainOf(fields: Fields): TenantDomain | null {
  const id = idOf(fields);
  if (id === null || !domain.Check(fields)) return null;
  return {
    name: id,
    managed: fields.authenticationType === "Managed",
    verified: fields.isVerified,
    root: fields.isRoot,
    passwordDays: fields.passwordValidityPeriodInDays ?? null,
  };
}

const kerberosAccount = "krbtgt_azuread";
const syncedUser = Compile(Type.Object({ onPremisesSyncEnabled: nullable(Type.Boolean()) }));

/** A user by the name of Entra Kerberos' account; others that only begin like it are left out by the caller. */
export function isCalledKerberos(fields: Fields): boolean {
  const names = ["displayName", "mailNickname", "onPremisesSamAccountName"].map(
    (name) => fields[name],
  );
  const principal = fields["userPrincipalName"];
  if (typeof principal === "string") names.push(principal.split("@")[0]);
  return names.some((name) => typeof name === "string" && name.toLowerCase() === kerberosAccount);
}

/** A user and whether it came from an Active Directory; null: it is not understood. */
export function synchronisedUserOf(fields: Fields): SynchronisedUser | null {
  const id = idOf(fields);
  if (id === null || !syncedUser.Check(fields)) return null;
  return {
    id,
    name: nameOfPrincipal(fields) ?? id,
    synchronised: fields.onPremisesSyncEnabled === true,
  };
}
